create table smf_boards (id_board int primary key, name text, description text default '', redirect text default '');
create table smf_members (id_member int primary key, member_name text, real_name text, email_address text default '', passwd text default '',
  date_registered bigint default 1200000000, signature text default '', lngfile text default '', is_activated int default 1, posts int default 1);
create table smf_topics (id_topic int primary key, id_board int, id_first_msg int, id_member_started int, locked int default 0,
  is_sticky int default 0, approved int default 1, id_redirect_topic int default 0);
create table smf_messages (id_msg int primary key, id_topic int, id_member int, poster_name text default '', subject text, body text,
  poster_time bigint, modified_time bigint default 0, approved int default 1);
create table smf_user_likes (id_member int, content_type text, content_id int, like_time bigint, primary key (content_id, content_type, id_member));
insert into smf_boards (id_board, name) values (2, 'Rowery'), (3, 'Góry');
insert into smf_members (id_member, member_name, real_name, email_address, passwd) values
  (1, 'Jan', 'Jan', 'jan@example.org', '26ef96f4d0f96a6d2b2e2c4a4f5bb5fc37bfbb01'), (2, 'Ola', 'Ola', 'ola@example.org', '');
insert into smf_topics (id_topic, id_board, id_first_msg, id_member_started, approved) values (5, 2, 50, 1, 1), (6, 2, 60, 1, 0);
insert into smf_messages (id_msg, id_topic, id_member, poster_name, subject, body, poster_time) values
  (50, 5, 1, 'Jan', 'Jaki rower?', 'Szukam [b]roweru[/b] &amp; kasku.<br />Drugi wiersz', 1200000000),
  (51, 5, 2, 'Ola', 'Re', '[quote author=Jan link=topic=5.msg50#msg50 date=1200000000]Szukam[/quote]Miejski.', 1200000100),
  (52, 5, 1, 'Jan', 'Re', '[quote author=Ola link=topic=5.msg51#msg51 date=1200000100]Miejski.[/quote]<br />[url=https://forum.example.org/forum/index.php?topic=5.msg51#msg51]Dzięki[/url]', 1200000200),
  (53, 5, 0, 'Gość', 'Re', 'Ukryty', 1200000300), (60, 6, 1, 'Jan', 'x', 'x', 1200000000);
update smf_messages set approved = 0 where id_msg = 53;
insert into smf_user_likes values (2, 'msg', 50, 1200000500), (1, 'msg', 51, 1200000600), (9, 'msg', 51, 1200000600);
