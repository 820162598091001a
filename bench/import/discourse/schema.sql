-- The columns of Discourse's tables that matter to an import, with their types and defaults.
create table categories (id integer primary key, name varchar(50) not null, slug varchar not null default '',
  topic_id integer, user_id integer, description text, parent_category_id integer,
  read_restricted boolean not null default false, created_at timestamp not null);
create table users (id integer primary key, username varchar(60) not null, name varchar,
  created_at timestamp not null, active boolean not null default false, staged boolean not null default false,
  approved boolean not null default false,
  admin boolean not null default false, moderator boolean not null default false,
  trust_level integer not null default 1,
  locale varchar(10), uploaded_avatar_id integer, suspended_at timestamp, suspended_till timestamp,
  silenced_till timestamp);
create table user_emails (id serial primary key, user_id integer not null, email varchar(513) not null,
  "primary" boolean not null default false);
create table user_passwords (id serial primary key, user_id integer not null unique,
  password_hash varchar(64) not null,
  password_salt varchar(32) not null, password_algorithm varchar(64) not null, password_expired_at timestamp);
create table user_profiles (user_id integer primary key, bio_raw text, bio_cooked text, location varchar(3000));
create table topics (id integer primary key, title varchar not null, slug varchar, category_id integer,
  user_id integer,
  created_at timestamp not null, deleted_at timestamp, closed boolean not null default false,
  archived boolean not null default false, visible boolean not null default true,
  archetype varchar not null default 'regular', pinned_at timestamp, pinned_globally boolean not null default false,
  highest_post_number integer not null default 0);
create table posts (id integer primary key, user_id integer, topic_id integer not null, post_number integer not null,
  raw text not null, cooked text not null, created_at timestamp not null, updated_at timestamp not null,
  reply_to_post_number integer, reply_count integer not null default 0, deleted_at timestamp,
  like_count integer not null default 0, post_type integer not null default 1, hidden boolean not null default false,
  user_deleted boolean not null default false, cook_method integer not null default 1, unique (topic_id,
  post_number));
create table post_actions (id serial primary key, post_id integer not null, user_id integer not null,
  post_action_type_id integer not null, deleted_at timestamp, created_at timestamp not null);
create table topic_allowed_users (id serial primary key, user_id integer not null, topic_id integer not null);
create table uploads (id integer primary key, user_id integer not null, original_filename varchar not null,
  filesize bigint not null, url varchar not null, sha1 varchar(40), extension varchar(10));
create table upload_references (id bigserial primary key, upload_id bigint not null, target_type varchar not null,
  target_id bigint not null);
create table permalinks (id serial primary key, url varchar(1000) not null unique, topic_id integer, post_id integer,
  category_id integer, external_url varchar(1000), tag_id integer, user_id integer);
