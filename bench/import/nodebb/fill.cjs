// Fills a NodeBB 4 by its own functions with the steps on standard input, in its store PostgreSQL or Redis alike.
// node fill.cjs FOLDER BASE < steps.ndjson (the forum itself must not run meanwhile, because it caches)
const { createRequire } = require('node:module')
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const addHostileRows = require('./hostile.cjs')

const [folder, base] = process.argv.slice(2)
process.chdir(folder)
// Plugins ask for modules of the forum by the module that the program began with.
require.main.require = createRequire(join(folder, 'app.js'))
const load = require.main.require
global.env = 'production'
const nconf = load('nconf')
nconf.argv().env({ separator: '__' })
load('./src/prestart').loadConfig(join(folder, 'config.json'))
nconf.set('log-level', 'error')
load('./src/prestart').setupWinston()

const DAY = 86_400_000
// A picture of one red point.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const of = (name) => load(`./src/${name}`)
const ids = new Map()
const people = new Map()
const threads = new Map()
const posts = new Map()
const rooms = new Map()
const guests = { count: 0 }

async function begin() {
  const db = of('database')
  await db.init()
  const meta = of('meta')
  await meta.configs.init()
  await of('plugins').init(of('webserver').app, of('middleware'))
  await of('privileges').init()
  const changed = {
    postDelay: 0,
    newbiePostDelay: 0,
    initialPostDelay: 0,
    minimumPostLength: 1,
    minimumTitleLength: 1,
    minimumUsernameLength: 1,
    minimumPasswordStrength: 0,
    'min:rep:downvote': -100,
    'min:rep:upvote': -100,
    'min:rep:post-links': 0,
    allowGuestHandles: 1,
    upvotesPerDay: 0,
    downvotesPerDay: 0,
    upvotesPerUserPerDay: 0,
    downvotesPerUserPerDay: 0,
    maximumTagsPerTopic: 5,
    postQueue: 0,
    eventLoopCheckEnabled: 0,
    disableEmailSubscriptions: 1,
    'email:disableVerification': 1,
  }
  for (const [name, value] of Object.entries(changed)) await meta.configs.set(name, value)
}

const slugOf = (kind, id, field) => of('database').getObjectField(`${kind}:${id}`, field)

/** Fills places like `%%post:p12%%` with addresses, one post by its place in the thread, another by its id. */
async function withLinks(text) {
  let made = ''
  let done = 0
  for (const found of text.matchAll(/%%(\w+):(\w+)%%/g)) {
    const [whole, kind, key] = found
    const id = ids.get(key)
    const address = async () => {
      if (kind === 'person') return `${base}/user/${await slugOf('user', id, 'userslug')}`
      const tid = kind === 'thread' ? id : posts.get(key).tid
      const topic = `${base}/topic/${await slugOf('topic', tid, 'slug')}`
      if (kind === 'thread') return topic
      return id % 3 === 0 ? `${topic}/${await of('posts').getPidIndex(id, tid, '')}` : `${base}/post/${id}`
    }
    // The editor writes the heading of a quote in the language of the reader.
    const quote = () => {
      const { author } = posts.get(key)
      return `@${author.replaceAll(' ', '-')} [${id % 2 === 0 ? 'said' : 'napisał'}](/post/${id}):`
    }
    made += text.slice(done, found.index) + (kind === 'quote' ? quote() : await address())
    done = found.index + whole.length
  }
  return made + text.slice(done)
}

const DO = {
  async section({ title, description }) {
    const { cid } = await of('categories').create({ name: title, description })
    for (const privilege of ['groups:topics:reply', 'groups:topics:create'])
      await of('privileges').categories.give([privilege], cid, ['guests'])
    return cid
  },
  async person({ key, name, email, password, signature }) {
    const uid = await of('user').create(
      { username: name.replace('’', "'"), password, email, timestamp: 1_230_000_000_000 },
      { emailVerification: 'verify' },
    )
    await of('user').setUserFields(uid, { signature, aboutme: `Jestem ${name} & jeżdżę.` })
    people.set(key, name.replace('’', "'"))
    return uid
  },
  async thread({ key, section, author, title, text, at, poll }) {
    const answers = poll ? `\n\n${poll.question}\n${poll.answers.map((one) => `* ${one}`).join('\n')}` : ''
    const { topicData, postData } = await of('topics').post({
      uid: ids.get(author),
      cid: ids.get(section),
      title,
      content: (await withLinks(text)) + answers,
      tags: at % 3 === 0 ? ['rower', 'Łańcuchy & pedały'] : [],
      timestamp: at * 1_000,
    })
    threads.set(key, { tid: topicData.tid, pid: postData.pid })
    return topicData.tid
  },
  async post({ key, thread, author, text, at }) {
    const quoted = /%%quote:(\w+)%%/.exec(text)?.[1]
    const isGuest = (guests.count += 1) % 97 === 0
    const post = await of('topics').reply({
      uid: isGuest ? 0 : ids.get(author),
      ...(isGuest && { handle: `Gość ${guests.count} & syn` }),
      tid: ids.get(thread),
      content: await withLinks(text),
      ...(quoted && ids.get(quoted) % 4 !== 0 && { toPid: ids.get(quoted) }),
      timestamp: at * 1_000,
    })
    posts.set(key, { tid: ids.get(thread), author: people.get(author) })
    return post.pid
  },
  async message({ from, to, subject, text, at }) {
    const [uid, other] = [ids.get(from), ids.get(to)]
    if (uid === other) return null
    const pair = [uid, other].toSorted().join(' ')
    if (!rooms.has(pair)) rooms.set(pair, await of('messaging').newRoom(uid, { uids: [other], roomName: subject }))
    const sent = { uid, roomId: rooms.get(pair), content: await withLinks(text), timestamp: at * 1_000 }
    return (await of('messaging').addMessage(sent)).mid
  },
  async like({ post, person, at }) {
    const [pid, uid] = [ids.get(post), ids.get(person)]
    await of('posts')[at % 5 === 0 ? 'downvote' : 'upvote'](pid, uid)
    if (at % 4 === 0) await of('posts').bookmark(pid, uid)
    return null
  },
}

/** What people write by hand and the generated texts lack. */
const TEXTS = [
  '# Nagłówek\n\ntekst pod nim\n\nDrugi nagłówek\n---\n\nkoniec',
  '| Rower | Cena |\n|---|---:|\n| miejski | 1200 zł |\n| **górski** | 2 300 zł |',
  '- [ ] łańcuch\n- [x] dętka\n\n3. trzy\n4. cztery\n   - pod cztery\n   - i jeszcze',
  ':smile: w zdaniu :+1: i :bike:, ale nie w `:smile:` ani 12:30:45 :nie_ma_takiej:',
  '@ola i @jan-kowalski, także @Łukasz-Żak oraz @nikogo-takiego; adres ola@example.org',
  '<b>gruby</b> <script>alert(1)</script> &amp; &lt;i&gt; &copy; <!-- komentarz -->',
  'Linia pierwsza\nlinia druga  \nlinia trzecia\\\nlinia czwarta',
  '![opis [z nawiasem]](https://example.org/a.png "tytuł") [link](<https://example.org/a b> "t") <https://example.org/x>',
  '[odsyłacz][1] i ![obraz][2]\n\n[1]: https://example.org/jeden\n[2]: https://example.org/dwa.png',
  '    wcięty kod\n    druga linia\n\n~~~js\nconst x = `a` // ```\n~~~\n\n``dwa ` odwrotne``',
  '> cytat\n>> w cytacie\n>>> jeszcze głębiej\n\nodpowiedź\n\n***\n\n* * *',
  'example.org bez protokołu, www.example.org, http://example.org/ą?ę=ó&x[]=1, mailto:a@example.org',
  '***gruby i pochyły*** ~~skreślony~~ __podkreślniki__ snake_case_nazwa 2*3*4 ==znacznik== H~2~O x^2^',
  '[klik](javascript:alert(1)) [d](data:text/html,x) ![o](javascript:alert(2))',
  'Kwota \\*bez\\* wyróżnienia \\# \\> \\_ \\[x\\]',
  '1) pierwszy\n2) drugi\n\n+ plus\n+ plus dwa\n\n1986. Wspaniały rok.',
  '[do wątku](/topic/%TID%) [do działu](/category/%CID%) [do wpisu](/post/%PID%) [do osoby](/uid/%UID%)',
  'Przypis[^1] i skrót HTML.\n\n[^1]: Treść przypisu.',
]

async function writeByHand(tid) {
  const [uid, other] = [ids.get('u3'), ids.get('u4')]
  const places = { TID: ids.get('t9'), CID: ids.get('s1'), PID: ids.get('p9'), UID: ids.get('u1') }
  for (const [nth, text] of TEXTS.entries())
    await of('topics').reply({
      uid: nth % 2 === 0 ? uid : other,
      tid,
      content: text.replace(/%(\w+)%/g, (_, name) => places[name]),
      timestamp: Date.UTC(2015, 1, 1 + nth),
    })
}

async function sendPictures() {
  const uploads = of('controllers/uploads')
  for (let nth = 0; nth < 6; nth += 1) {
    const uid = ids.get(`u${nth}`)
    const copy = (name) => {
      writeFileSync(join(folder, name), PICTURE)
      return { path: join(folder, name), name, size: PICTURE.length, type: 'image/png' }
    }
    const { url, name } = await uploads.uploadFile(uid, copy(`rower ${nth}.png`))
    const file = nth === 5 ? await uploads.uploadFile(uid, { ...copy('spis.txt'), type: 'text/plain' }) : null
    await of('topics').reply({
      uid,
      tid: ids.get(`t${nth + 1}`),
      content: `Oto zdjęcie roweru ${nth}.\n\n![${name}](${url})${file ? `\n[${file.name}](${file.url})` : ''}`,
      timestamp: Date.UTC(2016, 1, 1 + nth),
    })
    await of('user').uploadCroppedPictureFile({ uid, callerUid: uid, file: copy(`awatar${nth}.png`) })
  }
}

/** Years of moderation: what was deleted, purged, moved, split, closed and banned. */
async function moderate() {
  const admin = 1
  const [topics, tools, user] = [of('topics'), of('topics').tools, of('user')]
  for (const [nth, key] of ['p20', 'p21', 'p150', 'p400', 'p401', 'p800'].entries())
    await of('posts')[nth % 2 === 0 ? 'delete' : 'purge'](ids.get(key), admin)
  await topics.delete(ids.get('t31'), admin)
  await topics.purgePostsAndTopic(ids.get('t32'), admin)
  await tools.lock(ids.get('t33'), admin)
  await tools.pin(ids.get('t34'), admin)
  await tools.move(ids.get('t35'), { cid: ids.get('s4'), uid: admin })
  const split = ['p30', 'p31', 'p32'].filter((key) => posts.get(key).tid === posts.get('p30').tid)
  await topics.createTopicFromPosts(
    admin,
    'Wydzielony wątek',
    split.map((key) => ids.get(key)),
    posts.get('p30').tid,
  )
  await topics.merge([ids.get('t36'), ids.get('t37')], admin)
  const { cid: sub } = await of('categories').create({
    name: 'Opony',
    parentCid: ids.get('s2'),
    description: 'Pod warsztatem',
  })
  await topics.post({ uid: admin, cid: sub, title: 'W dziale podrzędnym', content: 'Opony zimowe.' })
  await of('categories').create({ name: 'Odnośnik', link: 'https://example.org/' })
  const { cid: closed } = await of('categories').create({ name: 'Zamknięty' })
  await of('categories').setCategoryField(closed, 'disabled', 1)
  await of('posts').edit({ pid: ids.get('p40'), uid: admin, content: 'Poprawiony **wpis**.', req: { uid: admin } })
  await user.bans.ban(ids.get('u20'), 0, 'Spam <b>')
  await user.bans.ban(ids.get('u21'), Date.now() + 3_000 * DAY, 'Kłótnie')
  await user.bans.ban(ids.get('u22'), 0, 'Pomyłka')
  await user.bans.unban(ids.get('u22'))
  await user.blocks.add(ids.get('u23'), ids.get('u24'))
  await of('groups').create({ name: 'Klub Rowerowy', ownerUid: ids.get('u5'), description: 'Jeździmy w niedziele' })
  await user.updateProfile(admin, { uid: ids.get('u25'), username: 'Nowa Nazwa' })
  await user.deleteAccount(ids.get('u26'))
}

async function fill() {
  await begin()
  const steps = readFileSync(0, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const step of steps) {
    try {
      const id = await DO[step.do](step)
      if (step.key) ids.set(step.key, id)
    } catch (error) {
      console.error(`${step.do} ${step.key ?? ''}: ${error.message}`)
    }
  }
  await writeByHand(ids.get('t8'))
  await sendPictures()
  await moderate()
  await addHostileRows(of('database'), { uid: ids.get('u1'), tid: ids.get('t10'), cid: ids.get('s0') })
}

fill().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
