<?php
// Fills an SMF 2.1 by its own functions with the steps on standard input.
// php fill.php FOLDER BASE < steps.ndjson
[, $folder, $base] = $argv;
$host = preg_replace('~^https?://~', '', $base);
chdir($folder);
$_SERVER += ['REMOTE_ADDR' => '127.0.0.1', 'HTTP_HOST' => $host, 'REQUEST_METHOD' => 'GET',
    'SERVER_NAME' => '127.0.0.1', 'HTTP_USER_AGENT' => 'fill', 'QUERY_STRING' => ''];
$_SERVER['REQUEST_URI'] = $_SERVER['PHP_SELF'] = $_SERVER['SCRIPT_NAME'] = '/index.php';
ini_set('memory_limit', '2G');
error_reporting(E_ERROR);
require $folder . '/SSI.php';
ob_end_flush();
foreach (['Subs-Post', 'Subs-Members', 'Subs-Boards', 'Subs-Editor', 'Subs-Auth', 'Subs-Admin'] as $file) {
    require_once "$sourcedir/$file.php";
}
updateSettings(['max_messageLength' => 0, 'spamWaitTime' => 0, 'attachmentEnable' => 1, 'mail_next_send' => 0,
    'send_welcomeEmail' => 0, 'pm_spam_settings' => '0,0,0', 'registration_method' => 0, 'enable_likes' => 1,
    'xmlnews_enable' => 1]);
$user_info['query_see_board'] = $user_info['query_wanna_see_board'] = '1=1';
$user_info['is_admin'] = true;
$user_info['is_guest'] = false;
$user_info['id'] = 1;
$smcFunc['db_insert']('ignore', '{db_prefix}permissions', ['id_group' => 'int', 'permission' => 'string', 'add_deny' => 'int'],
    [-1, 'profile_view', 1], ['id_group', 'permission']);
$ids = [];
$posts = [];
$people = [];
$sections = [];

function escaped(string $text): string
{
    global $smcFunc;
    return $smcFunc['htmlspecialchars']($text, ENT_QUOTES);
}

function links(string $text): string
{
    global $ids, $posts, $scripturl;
    return preg_replace_callback('/%%(\w+):(\w+)%%/', function ($found) use ($ids, $posts, $scripturl) {
        [, $kind, $key] = $found;
        $id = $ids[$key] ?? 0;
        switch ($kind) {
            case 'quote':
                $post = $posts[$key];
                return "[quote author={$post['name']} link=msg=$id date={$post['at']}]";
            case 'post':
                return "$scripturl?topic={$posts[$key]['topic']}.msg$id#msg$id";
            case 'thread':
                return "$scripturl?topic=$id.0";
            case 'person':
                return "$scripturl?action=profile;u=$id";
        }
    }, $text);
}

function prepared(string $text): string
{
    $message = escaped(links($text));
    preparsecode($message);
    return $message;
}

function acting(string $key): array
{
    global $user_info, $user_profile, $ids, $people;
    $user_info['id'] = $ids[$key];
    $user_info['name'] = $user_info['username'] = $people[$key];
    $user_info['is_guest'] = false;
    $user_info['is_admin'] = false;
    return ['id' => $ids[$key], 'name' => escaped($people[$key]), 'email' => "$key@example.org", 'ip' => '127.0.0.1',
        'update_post_count' => true];
}

while (($line = fgets(STDIN)) !== false) {
    $step = json_decode($line, true);
    $key = $step['key'] ?? null;
    switch ($step['do']) {
        case 'section':
            $ids[$key] = createBoard(['board_name' => escaped($step['title']), 'move_to' => 'bottom', 'target_category' => 1,
                'board_description' => escaped($step['description']), 'access_groups' => [-1, 0, 2], 'inherit_permissions' => false]);
            break;
        case 'person':
            $options = ['interface' => 'admin', 'username' => $step['name'], 'email' => $step['email'],
                'password' => $step['password'], 'password_check' => $step['password'], 'check_reserved_name' => false,
                'check_password_strength' => false, 'check_email_ban' => false, 'send_welcome_email' => false,
                'require' => 'nothing', 'extra_register_vars' => ['signature' => prepared($step['signature']),
                    'lngfile' => $step['language'] === 'en' ? 'english' : 'polish-utf8', 'date_registered' => 1230000000],
                'theme_vars' => [], 'memberGroup' => 0];
            $made = registerMember($options, true);
            if (!is_int($made)) {
                fwrite(STDERR, "person $key: " . json_encode($made) . "\n");
                break;
            }
            $ids[$key] = $made;
            $people[$key] = $step['name'];
            break;
        case 'thread':
            $poster = acting($step['author']);
            $message = ['subject' => escaped($step['title']), 'body' => prepared($step['text']), 'smileys_enabled' => true,
                'poster_time' => $step['at'], 'send_notifications' => false];
            $topic = ['board' => $ids[$step['section']], 'mark_as_read' => false];
            if (isset($step['poll'])) {
                $topic['poll'] = $smcFunc['db_insert']('', '{db_prefix}polls',
                    ['question' => 'string-255', 'max_votes' => 'int', 'id_member' => 'int', 'poster_name' => 'string-255'],
                    [escaped($step['poll']['question']), 1, $poster['id'], $poster['name']], ['id_poll'], 1);
                foreach ($step['poll']['answers'] as $at => $answer) {
                    $smcFunc['db_insert']('', '{db_prefix}poll_choices',
                        ['id_poll' => 'int', 'id_choice' => 'int', 'label' => 'string-255', 'votes' => 'int'],
                        [$topic['poll'], $at, escaped($answer), $at + 1], ['id_poll', 'id_choice']);
                }
            }
            createPost($message, $topic, $poster);
            $ids[$key] = $topic['id'];
            $sections[$key] = $topic['board'];
            break;
        case 'post':
            $poster = acting($step['author']);
            $message = ['subject' => 'Odp: x', 'body' => prepared($step['text']), 'smileys_enabled' => true,
                'poster_time' => $step['at'], 'send_notifications' => false];
            $topic = ['id' => $ids[$step['thread']], 'board' => $sections[$step['thread']], 'mark_as_read' => false];
            createPost($message, $topic, $poster);
            $ids[$key] = $message['id'];
            $posts[$key] = ['topic' => $topic['id'], 'name' => $people[$step['author']], 'at' => $step['at']];
            break;
        case 'message':
            $from = acting($step['from']);
            sendpm(['to' => [$ids[$step['to']]], 'bcc' => []], escaped($step['subject']), prepared($step['text']), true,
                ['id' => $from['id'], 'name' => $from['name'], 'username' => $from['name']]);
            break;
        case 'like':
            $smcFunc['db_insert']('ignore', '{db_prefix}user_likes',
                ['content_id' => 'int', 'content_type' => 'string-6', 'id_member' => 'int', 'like_time' => 'int'],
                [$ids[$step['post']], 'msg', $ids[$step['person']], $step['at']], ['content_id', 'content_type', 'id_member']);
            break;
    }
    if ($key !== null && isset($ids[$key])) {
        echo json_encode(['key' => $key, 'id' => $ids[$key]]), "\n";
    }
}
