create table legacy_hash (_key text primary key, data jsonb);
create table legacy_set (_key text, member text, primary key (_key, member));
create table legacy_zset (_key text, value text, score numeric, primary key (_key, value));
insert into legacy_hash values
  ('category:2', '{"cid": 2, "name": "Rowery &amp; kaski", "description": ""}'), ('global', '{"nextPid": 60}'),
  ('user:1', '{"uid": 1, "username": "Jan", "email": "jan@example.org", "joindate": 1200000000000, "password": ""}'),
  ('user:2', '{"uid": 2, "username": "Ola", "userslug": "ola", "email": "ola@example.org", "joindate": 1200000000000}'),
  ('topic:5', '{"tid": 5, "cid": 2, "uid": 1, "title": "Jaki rower?", "mainPid": 50, "timestamp": 1200000000000}'),
  ('topic:6', '{"tid": 6, "cid": 2, "uid": 1, "title": "Skasowany", "mainPid": 60, "timestamp": 1200000000000, "deleted": 1}'),
  ('post:50', '{"pid": 50, "tid": 5, "uid": 1, "content": "Szukam **roweru** & kasku. :bike: @ola", "timestamp": 1200000000000}'),
  ('post:51', '{"pid": 51, "tid": 5, "uid": 2, "content": "<p>Miejski.</p>", "timestamp": 1200000100000}'),
  ('post:52', '{"pid": 52, "tid": 5, "uid": 1, "toPid": "51", "content": "[Dzięki](https://forum.example.org/forum/post/51) ![x](/assets/uploads/files/1-x.png)", "timestamp": 1200000200000}'),
  ('post:53', '{"pid": 53, "tid": 5, "uid": 1, "content": "Ukryty", "timestamp": 1200000300000, "deleted": "1"}'),
  ('post:60', '{"pid": 60, "tid": 6, "uid": 1, "content": "x", "timestamp": 1200000000000}');
insert into legacy_set values ('pid:50:upvote', '2'), ('pid:51:downvote', '1'), ('pid:51:upvote', '9'), ('tag:x', '1');
insert into legacy_hash values
  ('chat:room:7', '{"roomId": 7, "roomName": "O rowerze"}'), ('chat:room:8', '{"roomId": 8, "public": 1}'),
  ('message:1', '{"mid": 1, "roomId": 7, "fromuid": 1, "content": "**Cześć**", "timestamp": 1200000000000}'),
  ('message:2', '{"mid": 2, "roomId": 7, "fromuid": 1, "content": "user-join", "system": 1, "timestamp": 1200000000000}'),
  ('message:3', '{"mid": 3, "roomId": 8, "fromuid": 2, "content": "Do wszystkich", "timestamp": 1200000000000}');
insert into legacy_zset values ('userslug:uid', 'ola', 2), ('chat:room:7:uids', '1', 12), ('chat:room:7:uids', '2', 12),
  ('chat:room:8:uids', '1', 12);
insert into legacy_zset values ('following:1', '2', 1200000000000), ('followers:2', '1', 1200000000000);
insert into legacy_set values ('tid:5:followers', '1'), ('tid:5:ignorers', '2');
