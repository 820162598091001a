<?php
// Fills a phpBB 3.3 by its own functions with the steps on standard input.
// php fill.php FOLDER BASE < steps.ndjson
define('IN_PHPBB', true);
define('IN_INSTALL', false);
[, $folder, $base] = $argv;
ini_set('memory_limit', '2G');
error_reporting(E_ERROR);
chdir($folder);
$_SERVER = ['REMOTE_ADDR' => '127.0.0.1', 'HTTP_HOST' => preg_replace('~^https?://~', '', $base), 'REQUEST_METHOD' => 'GET',
    'SERVER_NAME' => '127.0.0.1', 'HTTP_USER_AGENT' => 'fill', 'QUERY_STRING' => '', 'REQUEST_URI' => '/index.php',
    'PHP_SELF' => '/index.php', 'SCRIPT_NAME' => '/index.php', 'SCRIPT_FILENAME' => "$folder/index.php"] + $_SERVER;
$phpbb_root_path = './';
$phpEx = 'php';
require './common.php';
foreach (['functions_posting', 'functions_user', 'functions_admin', 'functions_privmsgs', 'message_parser', 'functions_display', 'functions_acp',
    'acp/acp_forums', 'acp/acp_bbcodes'] as $file) {
    require_once "./includes/$file.php";
}
$user->session_begin();
$user->setup(['posting', 'acp/common', 'acp/forums', 'ucp']);
foreach (['max_post_chars' => 0, 'max_post_urls' => 0, 'max_post_smilies' => 0, 'max_quote_depth' => 0, 'max_poll_options' => 10,
    'max_post_font_size' => 200, 'flood_interval' => 0, 'posts_per_page' => 10, 'topics_per_page' => 25, 'allow_avatar' => 1,
    'allow_avatar_upload' => 1, 'allow_avatar_remote' => 1, 'avatar_max_width' => 200, 'avatar_max_height' => 200,
    'allow_privmsg' => 1, 'feed_enable' => 1, 'feed_overall' => 1, 'feed_overall_forums' => 1, 'feed_forum' => 1, 'feed_topic' => 1,
    'feed_topics_new' => 1, 'feed_topics_active' => 1, 'enable_queue_trigger' => 0, 'allow_sig_img' => 1, 'max_sig_chars' => 0,
    'check_attachment_content' => 0, 'load_online_time' => 0, 'search_anonymous_interval' => 0, 'limit_load' => 0, 'hot_threshold' => 0,
    'img_create_thumbnail' => 1, 'img_min_thumb_filesize' => 0, 'img_max_thumb_width' => 60] as $name => $value) {
    $config->set($name, $value);
}
$passwords = $phpbb_container->get('passwords.manager');
$quotes = $phpbb_container->get('text_formatter.utils');
$ids = [];
$posts = [];
$people = [];
$threads = [];

/** Forms give texts without markup of HTML. */
function escaped(string $text): string
{
    return utf8_normalize_nfc(htmlspecialchars(trim(str_replace("\r\n", "\n", $text)), ENT_COMPAT, 'UTF-8'));
}

/** The marks of addresses and quotes; a quote is made as the program's button makes it. */
function links(string $text): string
{
    global $ids, $posts, $people, $base, $quotes;
    $text = preg_replace_callback('~%%quote:(\w+)%%(.*?)\[/quote\]~s', function ($found) use ($ids, $posts, $quotes) {
        [, $key, $words] = $found;
        $post = $posts[$key];
        return $quotes->generate_quote($words, ['author' => $post['name'], 'post_id' => $ids[$key], 'time' => $post['at'],
            'user_id' => $post['user']]);
    }, $text);
    return preg_replace_callback('~%%(\w+):(\w+)%%~', function ($found) use ($ids, $posts, $base) {
        [, $kind, $key] = $found;
        $id = $ids[$key] ?? 0;
        switch ($kind) {
            case 'post':
                $forms = ["viewtopic.php?p=$id#p$id", "viewtopic.php?f={$posts[$key]['forum']}&t={$posts[$key]['topic']}&p=$id#p$id",
                    "viewtopic.php?f={$posts[$key]['forum']}&p=$id"];
                return "$base/{$forms[$id % 3]}";
            case 'thread':
                return "$base/viewtopic.php?" . ($id % 2 ? "f=2&t=$id" : "t=$id");
            case 'person':
                return "$base/memberlist.php?mode=viewprofile&u=$id";
        }
    }, $text);
}

function parsed(string $text, array $off = []): parse_message
{
    $parser = new parse_message(escaped(links($text)));
    $parser->parse(!in_array('bbcode', $off), !in_array('urls', $off), !in_array('smilies', $off), true, true, true, true);
    if ($parser->warn_msg) {
        fwrite(STDERR, json_encode($parser->warn_msg) . "\n");
    }
    return $parser;
}

function acting(int $id): void
{
    global $db, $user, $auth;
    $found = $db->sql_query('SELECT * FROM ' . USERS_TABLE . " WHERE user_id = $id");
    $row = $db->sql_fetchrow($found);
    $db->sql_freeresult($found);
    $user->data = array_merge($user->data, $row, ['is_registered' => $id !== ANONYMOUS]);
    $user->ip = '127.0.0.1';
    $auth->acl($user->data);
}

function createForum(array $given): int
{
    global $auth;
    $forums = new acp_forums();
    $forum = $given + ['parent_id' => 0, 'forum_type' => FORUM_POST, 'type_action' => '', 'forum_status' => ITEM_UNLOCKED,
        'forum_parents' => '', 'forum_link' => '', 'forum_link_track' => false, 'forum_desc' => '', 'forum_desc_uid' => '',
        'forum_desc_options' => 7, 'forum_desc_bitfield' => '', 'forum_rules' => '', 'forum_rules_uid' => '',
        'forum_rules_options' => 7, 'forum_rules_bitfield' => '', 'forum_rules_link' => '', 'forum_image' => '', 'forum_style' => 0,
        'display_subforum_list' => true, 'display_subforum_limit' => false, 'display_on_index' => true,
        'forum_topics_per_page' => 0, 'enable_indexing' => true, 'enable_icons' => true, 'enable_prune' => false,
        'enable_post_review' => true, 'enable_quick_reply' => false, 'enable_shadow_prune' => false, 'prune_days' => 7,
        'prune_viewed' => 7, 'prune_freq' => 1, 'prune_old_polls' => false, 'prune_announce' => false, 'prune_sticky' => false,
        'prune_shadow_days' => 7, 'prune_shadow_freq' => 1, 'forum_password' => '', 'forum_password_confirm' => '',
        'forum_password_unset' => false, 'show_active' => true];
    $forum['forum_name'] = escaped($forum['forum_name']);
    if ($forum['forum_desc'] !== '') {
        generate_text_for_storage($forum['forum_desc'], $forum['forum_desc_uid'], $forum['forum_desc_bitfield'],
            $forum['forum_desc_options'], true, true, true);
    }
    $errors = $forums->update_forum_data($forum);
    if ($errors) {
        fwrite(STDERR, "forum: " . json_encode($errors) . "\n");
    }
    copy_forum_permissions(2, [$forum['forum_id']], false, false);
    $auth->acl_clear_prefetch();
    return (int) $forum['forum_id'];
}

function writePost(string $mode, array $given, array $poll = []): array
{
    global $user;
    $parser = $given['parser'];
    $off = $given['off'] ?? [];
    $data = ['forum_id' => $given['forum'], 'topic_id' => $given['topic'] ?? 0, 'icon_id' => 0, 'enable_bbcode' => !in_array('bbcode', $off),
        'enable_smilies' => !in_array('smilies', $off), 'enable_urls' => !in_array('urls', $off), 'enable_sig' => true,
        'enable_indexing' => false, 'notify_set' => 0,
        'notify' => false, 'message' => $parser->message, 'message_md5' => md5($parser->message),
        'bbcode_bitfield' => $parser->bbcode_bitfield, 'bbcode_uid' => $parser->bbcode_uid, 'post_edit_locked' => 0,
        'topic_title' => $given['title'], 'forum_name' => '', 'post_time' => $given['at'], 'topic_time_limit' => 0,
        'poster_id' => $user->data['user_id'], 'force_approved_state' => ITEM_APPROVED, 'attachment_data' => []];
    submit_post($mode, $given['title'], $given['guest'] ?? $user->data['username'], POST_NORMAL, $poll, $data, true, false);
    return $data;
}

$bbcodes = new acp_bbcodes();
foreach (['[s]{TEXT}[/s]' => '<span style="text-decoration: line-through;">{TEXT}</span>',
    '[center]{TEXT}[/center]' => '<div style="text-align: center;">{TEXT}</div>',
    '[spoiler]{TEXT}[/spoiler]' => '<div class="spoiler"><div>{TEXT}</div></div>',
    '[ramka={TEXT1}]{TEXT2}[/ramka]' => '<fieldset><legend>{TEXT1}</legend>{TEXT2}</fieldset>',
    '[mapa]{SIMPLETEXT}[/mapa]' => '<a href="https://example.org/mapa/{SIMPLETEXT}">Mapa: {SIMPLETEXT}</a>',
    '[hr]' => '<hr>'] as $match => $template) {
    $made = $bbcodes->build_regexp($match, $template);
    $row = ['bbcode_id' => 13 + count($ids), 'bbcode_tag' => $made['bbcode_tag'], 'bbcode_match' => $match, 'bbcode_tpl' => $template,
        'display_on_posting' => 1, 'bbcode_helpline' => '', 'first_pass_match' => $made['first_pass_match'],
        'first_pass_replace' => $made['first_pass_replace'], 'second_pass_match' => $made['second_pass_match'],
        'second_pass_replace' => $made['second_pass_replace']];
    $ids["bbcode$match"] = $row['bbcode_id'];
    $db->sql_query('INSERT INTO ' . BBCODES_TABLE . ' ' . $db->sql_build_array('INSERT', $row));
}
$phpbb_container->get('text_formatter.cache')->invalidate();
$kinds = ['passwords.driver.argon2id', 'passwords.driver.bcrypt_2y', 'passwords.driver.salted_md5', 'passwords.driver.argon2i',
    'passwords.driver.bcrypt', 'passwords.driver.phpass'];
acting(2);
$found = $db->sql_query('SELECT group_id FROM ' . GROUPS_TABLE . " WHERE group_name = 'REGISTERED'");
$registered = (int) $db->sql_fetchfield('group_id', false, $found);
$heading = createForum(['forum_name' => 'Rozmowy o rowerach', 'forum_type' => FORUM_CAT]);
createForum(['forum_name' => 'Sklep klubu', 'forum_type' => FORUM_LINK, 'forum_link' => 'https://example.org/sklep']);

while (($line = fgets(STDIN)) !== false) {
    $step = json_decode($line, true);
    $key = $step['key'] ?? null;
    switch ($step['do']) {
        case 'section':
            acting(2);
            $ids[$key] = createForum(['forum_name' => $step['title'], 'forum_desc' => $step['description'],
                'parent_id' => $key === 's4' ? $ids['s0'] : $heading]);
            break;
        case 'person':
            $nth = (int) substr($key, 1);
            $signature = parsed($step['signature'] ?: '-');
            $ids[$key] = user_add(['username' => escaped($step['name']), 'user_email' => $step['email'], 'group_id' => $registered,
                'user_type' => USER_NORMAL, 'user_regdate' => 1230000000 + $nth, 'user_lang' => $step['language'],
                'user_password' => $passwords->hash(escaped($step['password']), $kinds[$nth % count($kinds)]),
                'user_sig' => $step['signature'] ? $signature->message : '', 'user_sig_bbcode_uid' => $signature->bbcode_uid,
                'user_sig_bbcode_bitfield' => $signature->bbcode_bitfield]);
            $people[$key] = $step['name'];
            break;
        case 'thread':
            acting($ids[$step['author']]);
            $poll = isset($step['poll']) ? ['poll_title' => escaped($step['poll']['question']), 'poll_length' => 0, 'poll_start' => $step['at'],
                'poll_option_text' => escaped(implode("\n", $step['poll']['answers'])), 'poll_max_options' => 1, 'poll_vote_change' => 0,
                'enable_bbcode' => true, 'enable_urls' => true, 'enable_smilies' => true, 'img_status' => true, 'poll_last_vote' => 0] : [];
            $parser = parsed($step['text']);
            if ($poll) {
                $parser->parse_poll($poll);
            }
            $made = writePost('post', ['forum' => $ids[$step['section']], 'parser' => $parser, 'title' => escaped($step['title']),
                'at' => $step['at']], $poll);
            $ids[$key] = (int) $made['topic_id'];
            $threads[$key] = ['forum' => (int) $made['forum_id'], 'title' => $made['topic_title']];
            break;
        case 'post':
            acting($ids[$step['author']]);
            $thread = $threads[$step['thread']];
            $made = writePost('reply', ['forum' => $thread['forum'], 'topic' => $ids[$step['thread']], 'parser' => parsed($step['text']),
                'title' => 'Re: ' . $thread['title'], 'at' => $step['at']]);
            $ids[$key] = (int) $made['post_id'];
            $posts[$key] = ['topic' => $made['topic_id'], 'forum' => $thread['forum'], 'name' => $people[$step['author']],
                'user' => $ids[$step['author']], 'at' => $step['at']];
            break;
        case 'message':
            acting($ids[$step['from']]);
            $parser = parsed($step['text']);
            $data = ['address_list' => ['u' => [$ids[$step['to']] => 'to', $ids['u0'] => 'bcc']], 'from_user_id' => $ids[$step['from']],
                'from_username' => $people[$step['from']], 'from_user_ip' => '127.0.0.1', 'icon_id' => 0, 'enable_sig' => true,
                'enable_bbcode' => true, 'enable_smilies' => true, 'enable_urls' => true, 'message' => $parser->message,
                'bbcode_bitfield' => $parser->bbcode_bitfield, 'bbcode_uid' => $parser->bbcode_uid];
            submit_pm('post', escaped($step['subject']), $data);
            break;
    }
}

// Markup of every kind that the program and its administrator know, also where it is switched off.
const TEXTS = [
    ["[quote]a\n[quote=Ola]b\n[quote=\"Jan [x] \\\"Y\\\"\"]c[/quote]\nd[/quote]\ne[/quote]\nf"],
    ["[list]\n[*]raz\n[list=a]\n[*]jeden\n[*]dwa\n[/list]\n[*]dwa\n[list=1][*]x[*]y[/list]\n[/list]\nkoniec"],
    ["[list=I][*]rzymska[/list] [list=disc][*]kropka[/*]\n[*]druga[/*][/list]"],
    ["[code=php]<?php echo '[b]nie gruby[/b] :)'; // www.example.org\n\n    ?>[/code] po kodzie"],
    ["[code]jedna linia[/code] i [code]druga *linia*[/code]"],
    ["[ramka=Uwaga]Treść w [b]ramce[/b] :)[/ramka]\nPo ramce. [ramka=\"Dwa słowa\"]x[/ramka]"],
    ["[spoiler]Ukryte [i]zakończenie[/i]\n\ndruga linia[/spoiler] [center]Na środku[/center] [mapa]Łódź[/mapa]\n[hr]\nPod linią"],
    ["[b]nie zamknięte [i]krzyżowane[/b] znaczniki[/i] [nieznany]x[/nieznany] [b] [/u] [quote]"],
    ["[B]Wielkie[/B] [URL=https://example.org/]Litery[/URL] [Url]https://example.org/[/uRL]"],
    ["[size=50]małe[/size] [size=200]duże[/size] [color=blue]niebieskie[/color] [color=#00FF00]zielone[/color]"],
    ["[img]https://example.org/a b.png[/img] [img]http://example.org/x.jpg?a=1&b=2[/img] [img]nie-adres[/img]"],
    ["[url=https://example.org/x][img]https://example.org/y.png[/img][/url] [url=www.example.org]bez http[/url]"],
    ["[url=javascript:alert(1)]klik[/url] [url=data:text/html,x]d[/url] [img]javascript:alert(2)[/img]"],
    ["[url=https://example.org/?q=a]b]c[/url] [url=\"https://example.org/?q=[x]\"]nawias[/url] [email=ola@example.org]Ola[/email]"],
    ["[email]ola@example.org[/email], ola@example.org, www.example.org/a_b_c, ftp://example.org/plik, HTTPS://EXAMPLE.ORG/X."],
    ["Nawias (https://example.org/x), koniec https://example.org/y. I https://example.org/bardzo-dluga-sciezka/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?x=1&y=2 koniec"],
    [":D :-D :grin: :) :smile: ;) :( :o :shock: :? 8-) :lol: :x :P :oops: :cry: :evil: :twisted: :roll: :!: :?: :idea: :arrow: :| :mrgreen: :geek: :ugeek:"],
    [":) na początku, w śr:)odku, (:D) i :D, oraz:) 8) ::) :-) godzina 18:0 :D"],
    ["[b]Bez znaczników[/b] :) https://example.org/", ['bbcode']],
    ["[b]Bez uśmieszków[/b] :) :D :lol: https://example.org/", ['smilies']],
    ["[b]Bez adresów[/b] :) https://example.org/ www.example.org", ['urls']],
    ["Sam tekst [b]bez[/b] :) https://example.org/ <b>niczego</b> &amp; *x*", ['bbcode', 'smilies', 'urls']],
    ["<b>HTML</b> &lt;i&gt; &#65; <!-- komentarz --> <br> </div>"],
    ["    cztery spacje\n\ttabulator\n  dwa   odstępy   w środku\n\n\n\npo trzech pustych"],
    ["| a | b |\n|---|---|\n| 1 | 2 |"],
    ["# nagłówek\n## drugi\n* punkt\n+ plus\n1. raz\n2) dwa\n> cytat\n```\nkod\n```\n~~skreślone~~ **grube** __też__"],
    ["🚲 👍🏽 👨‍👩‍👧 Zażółć gęślą jaźń „cudzysłów” – półpauza — pauza… 日本語 עברית"],
    ["[quote=\"O’Neil\" post_id=2 time=1300000000 user_id=58]Cytat pana[/quote]\n[quote=Gość]Cytat gościa[/quote]Odpowiedź"],
    ["[code]\n[quote]w kodzie[/quote]\n[/code]\n[quote][code]kod w cytacie[/code][/quote]\n[b][code]kod w grubym[/code][/b]"],
    ["[b][list][*]lista w grubym[/list][/b] [i][quote]cytat w pochyłym[/quote][/i] [u][s][b][i]cztery[/i][/b][/s][/u]"],
    ["[s]gruby [b]skreślony[/b] tekst[/s][b]obok[/b][i]siebie[/i]"],
    ["@ola i @Jan, r/nic, u/ktos, #hasz, :nie_usmieszek: <@123>"],
    ["[attachment=0]brak.png[/attachment] załącznik, którego nie ma"],
    ["[youtube]dQw4w9WgXcQ[/youtube] [video]https://example.org/film.mp4[/video] [table][tr][td]x[/td][/tr][/table]"],
    ["[left]x[/left] [right]y[/right] [sub]2[/sub] H[sup]2[/sup]O [font=Arial]z[/font] [highlight=yellow]w[/highlight]"],
    ["[*]gwiazdka bez listy\n[/list]\n[list][/list] [quote][/quote] [b][/b] [code][/code]"],
];
foreach (TEXTS as $nth => $given) {
    [$text, $off] = $given + [1 => []];
    acting($ids["u$nth"]);
    $thread = $threads['t3'];
    writePost('reply', ['forum' => $thread['forum'], 'topic' => $ids['t3'], 'parser' => parsed($text, $off),
        'title' => 'Re: ' . $thread['title'], 'at' => 1300001000 + $nth, 'off' => $off]);
}
// Guests write, too, and a member edits a text.
acting(ANONYMOUS);
foreach (['Gość Marek', 'O\'Hara & syn', ''] as $nth => $name) {
    writePost('reply', ['forum' => $threads['t3']['forum'], 'topic' => $ids['t3'], 'parser' => parsed("Wpis gościa $nth [b]gruby[/b]"),
        'title' => 'Re: gość', 'at' => 1300002000 + $nth, 'guest' => escaped($name)]);
}

acting(2);
$group = 0;
group_create($group, GROUP_OPEN, 'Mechanicy', 'Ci, którzy naprawiają', []);
group_user_add($group, array_slice(array_map(fn ($nth) => $ids["u$nth"], range(1, 9)), 0));
user_ban('user', [escaped($people['u8'])], 0, '', false, 'Spam', 'Reklamy <b>');
user_ban('user', [escaped($people['u9'])], -1, '2015-01-01', false, 'Minęło', '');
user_ban('email', ['*@spam.example'], 0, '', false, '', '');
user_ban('ip', ['10.0.0.0'], 0, '', true, 'Wyjątek', '');
// Moderation by the program's functions: a moved thread that leaves a trace, a locked one, one that was deleted.
move_topics([$ids['t5']], $ids['s4']);
$trace = $db->sql_fetchrow($db->sql_query('SELECT * FROM ' . TOPICS_TABLE . ' WHERE topic_id = ' . (int) $ids['t5']));
$shadow = array_merge(array_diff_key($trace, ['topic_id' => 1]), ['topic_status' => ITEM_MOVED, 'topic_moved_id' => $ids['t5'],
    'forum_id' => $ids['s0'], 'topic_type' => POST_NORMAL]);
$db->sql_query('INSERT INTO ' . TOPICS_TABLE . ' ' . $db->sql_build_array('INSERT', $shadow));
$db->sql_query('UPDATE ' . TOPICS_TABLE . ' SET topic_status = 1 WHERE topic_id = ' . (int) $ids['t6']);
$visibility = $phpbb_container->get('content.visibility');
$visibility->set_topic_visibility(ITEM_DELETED, $ids['t9'], $threads['t9']['forum'], 2, time(), 'Spam');
$visibility->set_post_visibility(ITEM_DELETED, $ids['p40'], $posts['p40']['topic'], $posts['p40']['forum'], 2, time(), 'Obraźliwe', false, false);
sync('topic');
sync('forum', '', '', false, true);
$cache->purge();
