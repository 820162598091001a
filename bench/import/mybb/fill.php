<?php
// Fills a MyBB 1.8 by its own data handlers with the steps on standard input; prints the id of each key as JSON lines.
// php fill.php FOLDER BASE < steps.ndjson
define('IN_MYBB', 1);
define('NO_ONLINE', 1);
define('THIS_SCRIPT', 'fill.php');
[$folder] = [$argv[1]];
chdir($folder);
$_SERVER += ['REMOTE_ADDR' => '127.0.0.1', 'HTTP_HOST' => '127.0.0.1', 'REQUEST_METHOD' => 'GET'];
$_SERVER['REQUEST_URI'] = '/fill.php';
ini_set('memory_limit', '2G');
error_reporting(E_ERROR);
require_once './global.php';
require_once MYBB_ROOT . 'inc/datahandlers/post.php';
require_once MYBB_ROOT . 'inc/datahandlers/user.php';
require_once MYBB_ROOT . 'inc/datahandlers/pm.php';
require_once MYBB_ROOT . 'inc/functions_user.php';
$base = $mybb->settings['bburl'];
foreach (['postfloodcheck' => 0, 'maxmessagelength' => 0, 'maxpostimages' => 0, 'postmergemins' => 0,
    'maxquotedepth' => 0, 'pmfloodsecs' => 0, 'minnamelength' => 1, 'maxnamelength' => 60, 'minmessagelength' => 1,
    'mail_handler' => 'none', 'emailkeep' => 0, 'logpmmessage' => 0] as $name => $value) {
    $mybb->settings[$name] = $value;
}
$ids = [];
$posts = [];
$threads = [];
$people = [];

function links(string $text): string
{
    global $ids, $posts, $people, $base;
    return preg_replace_callback('/%%(\w+):(\w+)%%/', function ($found) use ($ids, $posts, $people, $base) {
        [, $kind, $key] = $found;
        $id = $ids[$key] ?? 0;
        switch ($kind) {
            case 'quote':
                $post = $posts[$key];
                return "[quote=\"{$post['name']}\" pid='{$id}' dateline='{$post['at']}']";
            case 'post':
                return "$base/showthread.php?tid={$posts[$key]['tid']}&pid=$id#pid$id";
            case 'thread':
                return "$base/showthread.php?tid=$id";
            case 'person':
                return "$base/member.php?action=profile&uid=$id";
        }
    }, $text);
}

function fail(string $what, $handler): void
{
    fwrite(STDERR, $what . ': ' . json_encode($handler->get_errors()) . "\n");
}

function acting(int $uid): void
{
    global $mybb;
    $mybb->user = get_user($uid);
    $mybb->user['ismoderator'] = 0;
    $group = usergroup_permissions($mybb->user['usergroup']);
    $mybb->usergroup = $group;
}

while (($line = fgets(STDIN)) !== false) {
    $step = json_decode($line, true);
    $key = $step['key'] ?? null;
    switch ($step['do']) {
        case 'section':
            $db->insert_query('forums', ['name' => $db->escape_string($step['title']),
                'description' => $db->escape_string($step['description']), 'type' => 'f', 'pid' => 1, 'parentlist' => '',
                'active' => 1, 'open' => 1, 'allowmycode' => 1, 'allowsmilies' => 1, 'allowimgcode' => 1,
                'allowvideocode' => 1, 'allowpicons' => 1, 'usepostcounts' => 1, 'usethreadcounts' => 1, 'showinjump' => 1,
                'rules' => '', 'disporder' => 2]);
            $ids[$key] = $db->insert_id();
            $db->update_query('forums', ['parentlist' => "1,{$ids[$key]}"], "fid={$ids[$key]}");
            $cache->update_forums();
            $cache->update_forumpermissions();
            $forum_cache = null;
            cache_forums(true);
            break;
        case 'person':
            $handler = new UserDataHandler('insert');
            $handler->admin_override = true;
            $handler->set_data(['username' => $step['name'], 'password' => $step['password'],
                'password2' => $step['password'], 'email' => $step['email'], 'email2' => $step['email'], 'usergroup' => 2,
                'signature' => $step['signature'], 'regdate' => 1230000000, 'timezone' => '0',
                'language' => $step['language'] === 'en' ? 'english' : '', 'profile_fields_editable' => true,
                'options' => ['receivepms' => 1, 'allownotices' => 1]]);
            if (!$handler->validate_user()) {
                fail("person $key", $handler);
                break;
            }
            $ids[$key] = $handler->insert_user()['uid'];
            $people[$key] = $step['name'];
            break;
        case 'thread':
            acting($ids[$step['author']]);
            $handler = new PostDataHandler('insert');
            $handler->action = 'thread';
            $handler->set_data(['fid' => $ids[$step['section']], 'subject' => $step['title'], 'prefix' => 0, 'icon' => 0,
                'uid' => $ids[$step['author']], 'username' => $people[$step['author']], 'message' => links($step['text']),
                'ipaddress' => my_inet_pton('127.0.0.1'), 'posthash' => '', 'savedraft' => 0, 'dateline' => $step['at'],
                'options' => ['signature' => 1, 'subscriptionmethod' => '', 'disablesmilies' => 0]]);
            if (!$handler->validate_thread()) {
                fail("thread $key", $handler);
                break;
            }
            $made = $handler->insert_thread();
            $ids[$key] = $made['tid'];
            $threads[$key] = ['fid' => $ids[$step['section']], 'title' => $step['title']];
            if (isset($step['poll'])) {
                $answers = $db->escape_string(implode('||~|~||', $step['poll']['answers']));
                $db->insert_query('polls', ['tid' => $made['tid'], 'question' => $db->escape_string($step['poll']['question']),
                    'dateline' => $step['at'], 'options' => $answers, 'votes' => '1||~|~||2', 'numoptions' => 2, 'numvotes' => 3,
                    'timeout' => 0, 'closed' => 0, 'multiple' => 0, 'public' => 0, 'maxoptions' => 0]);
                $db->update_query('threads', ['poll' => $db->insert_id()], "tid={$made['tid']}");
            }
            break;
        case 'post':
            acting($ids[$step['author']]);
            $handler = new PostDataHandler('insert');
            $thread = $ids[$step['thread']];
            $handler->set_data(['tid' => $thread, 'replyto' => 0, 'fid' => $threads[$step['thread']]['fid'],
                'subject' => 'RE: ' . $threads[$step['thread']]['title'], 'icon' => 0, 'uid' => $ids[$step['author']],
                'username' => $people[$step['author']], 'message' => links($step['text']),
                'ipaddress' => my_inet_pton('127.0.0.1'), 'posthash' => '', 'savedraft' => 0, 'dateline' => $step['at'],
                'options' => ['signature' => 1, 'subscriptionmethod' => '', 'disablesmilies' => 0]]);
            if (!$handler->validate_post()) {
                fail("post $key", $handler);
                break;
            }
            $made = $handler->insert_post();
            $ids[$key] = $made['pid'];
            $posts[$key] = ['tid' => $thread, 'name' => $people[$step['author']], 'at' => $step['at']];
            break;
        case 'message':
            if ($step['from'] === $step['to']) {
                break;
            }
            acting($ids[$step['from']]);
            $handler = new PMDataHandler('insert');
            $handler->admin_override = true;
            $handler->set_data(['subject' => $step['subject'], 'message' => links($step['text']), 'icon' => 0,
                'fromid' => $ids[$step['from']], 'toid' => [$ids[$step['to']]], 'bccid' => [], 'do' => '', 'pmid' => '',
                'ipaddress' => my_inet_pton('127.0.0.1'),
                'options' => ['signature' => 1, 'disablesmilies' => 0, 'savecopy' => 1, 'readreceipt' => 0]]);
            if (!$handler->validate_pm()) {
                fail('message', $handler);
                break;
            }
            $handler->insert_pm();
            break;
    }
    if ($key !== null && isset($ids[$key])) {
        echo json_encode(['key' => $key, 'id' => $ids[$key]]), "\n";
    }
}
$cache->update_stats();
run_shutdown();
