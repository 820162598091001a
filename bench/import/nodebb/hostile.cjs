// Rows that years of plugins, repairs and attacks leave in a NodeBB's store.
module.exports = async function addHostileRows(db, { uid, tid, cid }) {
  const topic = await db.getObject(`topic:${tid}`)
  const at = (second) => 1_300_000_000_000 + second * 1_000
  const post = async (pid, content, given = {}) => {
    const made = { pid, uid, tid, content, timestamp: at(pid), ...given }
    await db.setObject(`post:${pid}`, made)
    // Posts of impossible times are in no list, or they would change the numbers of all others in the thread.
    if (made.tid === tid && made.timestamp > 0 && made.timestamp < Date.now())
      await db.sortedSetAdd(`tid:${tid}:posts`, made.timestamp, pid)
    await db.sortedSetAdd('posts:pid', made.timestamp, pid)
  }
  const last = Number(await db.getObjectField('global', 'nextPid'))
  const nth = (number) => last + 100 + number
  await post(nth(1), 'Wpis wątku, którego nie ma', { tid: 999_999 })
  await post(nth(2), 'Wpis nikogo', { uid: 999_999 })
  await post(nth(3), 'Wpis gościa z roku 1970', { uid: 0, timestamp: 0, handle: 'Gość <b>' })
  await post(nth(4), 'Wpis z przyszłości', { timestamp: 4_102_444_800_000 })
  await post(nth(5), 'ZaĹĽĂłĹ‚Ä‡ gÄ™Ĺ›lÄ…\ufffd\u0001 koniec')
  await post(nth(6), '<p>Stary wpis z innego forum</p><script>alert(1)</script><b onclick="x()">gruby</b>')
  await post(nth(7), '[klik](javascript:alert(1)) ![x](javascript:alert(2)) <a href="javascript:alert(3)">x</a>')
  await post(nth(8), '**nie *zamknięte** znaczniki* ~~koniec `kod')
  await post(nth(9), `${'>'.repeat(300)} dno`)
  await post(nth(10), 'Dziesięć megabajtów tekstu. '.repeat(350_000))
  await post(nth(11), '')
  await post(nth(12), 'Skasowany przez moderatora', { deleted: 1, deleterUid: 1 })
  await post(nth(13), 'Odpowiada na późniejszy', { toPid: String(nth(14)) })
  await post(nth(14), 'Odpowiada na wcześniejszy', { toPid: String(nth(13)) })
  await post(nth(15), 'Odpowiada sobie', { toPid: String(nth(15)) })
  await post(nth(16), 'Odpowiada nieznanemu', { toPid: '99999999' })
  await post(nth(17), 'a'.repeat(30_000))
  await post(nth(18), '[x](/post/99999999) http://127.0.0.1:8353/topic/999999/nie-ma /topic/abc')
  await db.setObject(`post:${nth(19)}`, { pid: nth(19), content: 'Wpis bez wątku, osoby i czasu' })
  await db.setObject('post:https://przyklad.example/notes/1', {
    pid: 'https://przyklad.example/notes/1',
    uid: 'https://przyklad.example/users/a',
    tid,
    content: '<p>Wpis z innego serwera</p>',
    timestamp: at(1),
  })
  await db.setObject('user:https://przyklad.example/users/a', {
    uid: 'https://przyklad.example/users/a',
    username: 'a',
  })
  const thread = async (id, title, given = {}) => {
    const mainPid = nth(id)
    await post(mainPid, `Pierwszy wpis wątku ${id}`, { tid: 9_000 + id })
    await db.setObject(`topic:${9_000 + id}`, {
      ...topic,
      tid: 9_000 + id,
      cid,
      uid,
      title,
      slug: `${9_000 + id}/x`,
      mainPid,
      timestamp: at(id),
      postcount: 1,
      ...given,
    })
  }
  await thread(30, '')
  await thread(31, 'Wątek działu, którego nie ma', { cid: 99_999 })
  await thread(32, '&lt;script&gt; &amp; "cudzysłów" *gwiazdki* <b>', { locked: 1, pinned: 1 })
  await thread(33, 'Wątek bez pierwszego wpisu', { mainPid: 0 })
  await thread(34, 'Pierwszy wpis gdzie indziej', { mainPid: 1 })
  await thread(35, 'x'.repeat(2_000), { slug: null })
  const people = [
    { username: 'Jan_Kowalski', email: 'osoba0@example.org', password: '' },
    { username: 'jan-kowalski', email: 'OSOBA1@example.org', joindate: 4_102_444_800_000 },
    { username: '<img src=x onerror=alert(1)>', email: 'nie-adres', joindate: 0, picture: '../../etc/passwd' },
    { username: '日本語', aboutme: '[b]'.repeat(2_000), picture: 'https://example.org/obcy.png' },
    { username: 'Długa'.repeat(20), email: 'a@b', banned: 1, 'banned:expire': 1_300_000_000_000 },
    { email: 'bez-nazwy@example.org', banned: 1 },
  ]
  for (const [at, one] of people.entries())
    await db.setObject(`user:${9_001 + at}`, { uid: 9_001 + at, userslug: `dziwny-${at}`, ...one })
  await db.setObject('category:900', { cid: 900, name: 'Koło', slug: '900/kolo', parentCid: 901, disabled: 0 })
  await db.setObject('category:901', { cid: 901, name: '&lt;b&gt;Koło', slug: '901/kolo', parentCid: 900, disabled: 0 })
  await db.setAdd(`pid:${nth(2)}:upvote`, ['999999', String(uid)])
  await db.setAdd('pid:99999999:upvote', [String(uid)])
  await db.setAdd(`pid:${nth(2)}:downvote`, [String(uid), 'nikt'])
  await db.setObject('message:9001', {
    mid: 9_001,
    content: 'Od nikogo',
    fromuid: 999_999,
    roomId: 99_999,
    timestamp: 0,
  })
  await db.setObjectField('global', 'nextPid', nth(40))
}
