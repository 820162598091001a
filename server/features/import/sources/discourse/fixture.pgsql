create table categories (id int primary key, name text, description text, created_at timestamp, read_restricted boolean default false);
create table users (id int primary key, username text, created_at timestamp default '2008-01-10', active boolean default true, staged boolean default false,
  password_hash text, salt text);
create table user_emails (user_id int, email text, "primary" boolean default true);
create table topics (id int primary key, title text, category_id int, user_id int, created_at timestamp, closed boolean default false,
  pinned_at timestamp, deleted_at timestamp, archetype text default 'regular', visible boolean default true);
create table posts (id int primary key, topic_id int, post_number int, user_id int, raw text, created_at timestamp, deleted_at timestamp,
  hidden boolean default false, post_type int default 1, reply_to_post_number int);
create table post_actions (id int primary key, post_id int, user_id int, post_action_type_id int default 2, created_at timestamp, deleted_at timestamp);
insert into categories values (2, 'Rowery', null, '2008-01-01', false), (3, 'Obsługa', null, '2008-01-01', true);
insert into users (id, username, password_hash, salt) values (-1, 'system', null, null), (1, 'Jan', null, null), (2, 'Ola', null, null);
insert into user_emails (user_id, email) values (1, 'jan@example.org'), (2, 'ola@example.org');
insert into topics (id, title, category_id, user_id, created_at, archetype) values
  (5, 'Jaki rower?', 2, 1, '2008-01-10 21:20:00', 'regular'), (6, 'Prywatny', null, 1, '2008-01-10', 'private_message');
insert into posts (id, topic_id, post_number, user_id, raw, created_at, reply_to_post_number, post_type) values
  (50, 5, 1, 1, 'Szukam **roweru** & kasku.', '2008-01-10 21:20:00', null, 1),
  (51, 5, 2, 2, 'Miejski.', '2008-01-10 21:21:40', null, 1),
  (52, 5, 3, 1, '[quote="Ola, post:2, topic:5"]
Miejski.
[/quote]
[Dzięki](https://forum.example.org/forum/t/jaki-rower/5/2)', '2008-01-10 21:23:20', 2, 1),
  (53, 5, 4, 1, 'Zamknięty', '2008-01-10 21:25:00', null, 3), (60, 6, 1, 1, 'x', '2008-01-10', null, 1);
insert into post_actions values (1, 50, 2, 2, '2008-01-11', null), (2, 51, 1, 2, '2008-01-11', null), (3, 51, 1, 2, '2008-01-11', '2008-01-12');
