create table legacy_hash (_key text primary key, data jsonb);
create table legacy_set (_key text, member text, primary key (_key, member));
insert into legacy_hash values
  ('category:2', '{"cid": 2, "name": "Rowery &amp; kaski", "description": ""}'), ('global', '{"nextPid": 60}'),
  ('user:1', '{"uid": 1, "username": "Jan", "email": "jan@example.org", "joindate": 1200000000000, "password": ""}'),
  ('user:2', '{"uid": 2, "username": "Ola", "email": "ola@example.org", "joindate": 1200000000000}'),
  ('topic:5', '{"tid": 5, "cid": 2, "uid": 1, "title": "Jaki rower?", "mainPid": 50, "timestamp": 1200000000000}'),
  ('topic:6', '{"tid": 6, "cid": 2, "uid": 1, "title": "Skasowany", "mainPid": 60, "timestamp": 1200000000000, "deleted": 1}'),
  ('post:50', '{"pid": 50, "tid": 5, "uid": 1, "content": "Szukam **roweru** & kasku.", "timestamp": 1200000000000}'),
  ('post:51', '{"pid": 51, "tid": 5, "uid": 2, "content": "<p>Miejski.</p>", "timestamp": 1200000100000}'),
  ('post:52', '{"pid": 52, "tid": 5, "uid": 1, "toPid": "51", "content": "[Dzięki](https://forum.example.org/forum/post/51)", "timestamp": 1200000200000}'),
  ('post:53', '{"pid": 53, "tid": 5, "uid": 1, "content": "Ukryty", "timestamp": 1200000300000, "deleted": "1"}'),
  ('post:60', '{"pid": 60, "tid": 6, "uid": 1, "content": "x", "timestamp": 1200000000000}');
insert into legacy_set values ('pid:50:upvote', '2'), ('pid:51:downvote', '1'), ('pid:51:upvote', '9'), ('tag:x', '1');
