-- bench.tweet of :rows / 20 generated documents with a tweet's 23 keys in its order: a user of 40 keys, entities, and in half
-- of them a retweeted status; text with escapes and beyond ASCII.
create or replace function bench.tweet_text(n bigint, purpose int) returns text language plpgsql immutable as $$
begin
  return replace(bench.words(n, purpose, 20 + bench.noise(n, purpose, 60)::int), 'amet', '日本語、\n\"名前\" \u00e9');
end $$;

create or replace function bench.tweet_user(n bigint, purpose int) returns text language plpgsql immutable as $$
begin
  return format('{"id":%1$s,"id_str":"%1$s","name":"%2$s","screen_name":"user%1$s","location":"%3$s","description":"%4$s","url":null,'
                '"entities":{"description":{"urls":[]}},"protected":false,"followers_count":%5$s,"friends_count":%6$s,"listed_count":0,'
                '"created_at":"Sat Feb 16 13:40:25 +0000 2013","favourites_count":%7$s,"utc_offset":null,"time_zone":null,"geo_enabled":false,'
                '"verified":false,"statuses_count":%5$s,"lang":"ja","contributors_enabled":false,"is_translator":false,'
                '"is_translation_enabled":false,"profile_background_color":"C0DEED",'
                '"profile_background_image_url":"http://images.example.com/themes/theme1/%1$s.png",'
                '"profile_background_image_url_https":"https://images.example.com/themes/theme1/%1$s.png","profile_background_tile":false,'
                '"profile_image_url":"http://images.example.com/profile_images/%1$s_normal.jpeg",'
                '"profile_image_url_https":"https://images.example.com/profile_images/%1$s_normal.jpeg",'
                '"profile_banner_url":"https://images.example.com/profile_banners/%1$s/1409318784","profile_link_color":"0084B4",'
                '"profile_sidebar_border_color":"C0DEED","profile_sidebar_fill_color":"DDEEF6","profile_text_color":"333333",'
                '"profile_use_background_image":true,"default_profile":true,"default_profile_image":false,"following":false,'
                '"follow_request_sent":false,"notifications":false}',
                1000000 + bench.noise(n, purpose, 1000000000), bench.words(n, purpose + 1, 12), bench.words(n, purpose + 20, 8),
                bench.tweet_text(n, purpose + 40) || bench.tweet_text(n, purpose + 80), bench.noise(n, purpose + 2, 5000),
                bench.noise(n, purpose + 3, 900), bench.noise(n, purpose + 4, 9000));
end $$;

create or replace function bench.tweet_document(n bigint, purpose int, retweeted text) returns text language plpgsql immutable as $$
begin
  return format('{"metadata":{"result_type":"recent","iso_language_code":"ja"},"created_at":"Sun Aug 31 00:%3$s:%4$s +0000 2014","id":%1$s,"id_str":"%1$s",'
                '"text":"%2$s","source":"<a href=\"http://example.com/download/phone\" rel=\"nofollow\">A client</a>","truncated":false,'
                '"in_reply_to_status_id":null,"in_reply_to_status_id_str":null,"in_reply_to_user_id":%5$s,"in_reply_to_user_id_str":"%5$s",'
                '"in_reply_to_screen_name":%6$s,"user":%7$s,"geo":null,"coordinates":null,"place":null,"contributors":null,%8$s'
                '"retweet_count":%9$s,"favorite_count":%10$s,"entities":{"hashtags":[],"symbols":[],"urls":[{"url":"http://example.com/%1$s",'
                '"expanded_url":"http://example.com/a/longer/address/%1$s","display_url":"example.com/a","indices":[10,32]}],'
                '"user_mentions":[{"screen_name":"user%5$s","name":"%11$s","id":%5$s,"id_str":"%5$s","indices":[0,9]}]},'
                '"favorited":%12$s,"retweeted":false,"lang":"ja"}',
                505874924000000000 + bench.noise(n, purpose, 1000000000), bench.tweet_text(n, purpose + 10),
                lpad(bench.noise(n, purpose + 1, 60)::text, 2, '0'), lpad(bench.noise(n, purpose + 2, 60)::text, 2, '0'),
                1000000 + bench.noise(n, purpose + 3, 1000000000),
                case bench.noise(n, purpose + 4, 2) when 0 then 'null' else '"' || bench.words(n, purpose + 60, 10) || '"' end,
                bench.tweet_user(n, purpose + 100), '"retweeted_status":' || retweeted || ',', bench.noise(n, purpose + 5, 300),
                bench.noise(n, purpose + 6, 300), bench.words(n, purpose + 60, 10), (bench.noise(n, purpose + 7, 2) = 1)::text);
end $$;

insert into bench.tweet
select n, bench.tweet_document(n, 0, case bench.noise(n, 999, 2) when 0 then bench.tweet_document(n, 300, null) end)
  from generate_series(1, :rows / 20) n;
