create table community (id int primary key, name text, title text, description text, nsfw boolean default false, local boolean default true,
  deleted boolean default false, removed boolean default false, published timestamptz default '2008-01-01');
create table person (id int primary key, name text, bio text, local boolean default true, deleted boolean default false, bot_account boolean default false,
  published timestamptz default '2008-01-01');
create table local_user (id int primary key, person_id int, email text, password_encrypted text);
create table post (id int primary key, community_id int, creator_id int, name text, url text, body text, published timestamptz, updated timestamptz,
  locked boolean default false, featured_community boolean default false, deleted boolean default false, removed boolean default false);
create table comment (id int primary key, post_id int, creator_id int, content text, path text, published timestamptz, updated timestamptz,
  deleted boolean default false, removed boolean default false);
create table post_like (person_id int, post_id int, score smallint, published timestamptz default '2008-01-02');
create table comment_like (person_id int, comment_id int, score smallint, published timestamptz default '2008-01-02');
insert into community (id, name, title, local) values (2, 'rowery', 'Rowery', true), (3, 'obca', 'Obca', false);
insert into person (id, name, local) values (1, 'Jan', true), (2, 'Ola', true), (3, 'obcy', false), (4, 'Zdalny', false);
insert into local_user values (1, 1, 'jan@example.org', '$2b$04$x'), (2, 2, 'ola@example.org', null);
insert into post (id, community_id, creator_id, name, body, published) values
  (5, 2, 1, 'Jaki rower?', 'Szukam **roweru** & kasku.', '2008-01-10 21:20:00Z'), (6, 2, 1, 'Skasowany', 'x', '2008-01-10'), (7, 3, 3, 'Obcy', 'x', '2008-01-10');
update post set deleted = true where id = 6;
insert into comment (id, post_id, creator_id, content, path, published) values
  (51, 5, 2, 'Miejski.', '0.51', '2008-01-10 21:21:40Z'),
  (52, 5, 1, '[Dzięki](https://forum.example.org/forum/comment/51)', '0.51.52', '2008-01-10 21:23:20Z'),
  (53, 5, 4, 'Ukryty', '0.53', '2008-01-10 21:25:00Z'), (61, 6, 1, 'x', '0.61', '2008-01-10');
update comment set removed = true where id = 53;
insert into post_like (person_id, post_id, score) values (1, 5, 1), (2, 5, 1), (3, 7, 1);
insert into comment_like (person_id, comment_id, score) values (1, 51, -1);
