\ir ../documents/ord10.sql
