import { md, type Post } from '../content.ts'

export const homelab: Post[] = [
  {
    by: 'piotr_homelab', english: true, tone: 'liked', picture: 'rack',
    title: 'The closet rack, year three: what stayed, what went, what hums',
    text: md`
      Three mini PCs, one switch, one UPS, one cat who has discovered that the UPS is warm.

      | Box | Role | Idle | Notes |
      | --- | --- | ---: | --- |
      | blue | PostgreSQL, this and that | 7 W | boring, perfect |
      | green | media, photos | 11 W | the loud one |
      | grey | backups only | 6 W | wakes up at 03:00 |

      **Went:** the second-hand rack server (140 W, sounded like a hairdryer with ambitions), Kubernetes, the second switch.

      **Stayed:** plain containers, one compose file per thing, a paper label on every cable.

      Power for the lot: about 21 kWh a month. The cat sleeps for free.`,
    talk: [
      ['Dropping Kubernetes is a rite of passage. Welcome.', ['OP> I kept the sticker.', 'The sticker is the best part of it anyway.']],
      ['What do you use for the labels? Mine fall off in summer.', 'OP> Cloth tape and a pencil. No printer, no subscription.'],
      'Please tell me the cat has a hostname.',
    ],
  },
  {
    by: 'northern_jay', english: true, tone: 'liked', picture: 'chart-line',
    title: 'I tested my backups by actually losing a disk. Timeline inside',
    text: md`
      Not on purpose. But since it happened:

      - **19:02** smell of warm plastic
      - **19:04** pool degraded, mail arrives, I am eating soup
      - **19:10** soup is cold
      - **19:30** discover that the “offsite copy” was last mounted in **May**
      - **19:31** quiet words in Scots
      - **20:15** local snapshot restored, everything back except two days of photos
      - **21:40** photos found on the phone that took them. Of course.

      Lessons: a backup has a *date*, and the date belongs on the dashboard, in big numbers, red after 48 hours. Mine is there now.

      ~~~bash
      # what I should have had in cron all along
      test $(( $(date +%s) - $(stat -c %Y /backup/last-ok) )) -lt 172800 || notify "Backup is old"
      ~~~`,
    talk: [
      ['“A backup has a date” is the best one-line advice in this forum.', 'OP> Paid for with soup.'],
      ['Does stat -c exist on BSD?', 'OP> No, there it is stat -f %m. Thanks for checking, this is exactly how scripts fail.'],
      'The restore took 45 minutes, that is honestly good. Most people find out during the restore that they never had one.',
    ],
  },
  {
    by: 'tomas_k', english: true, tone: 'split',
    title: 'Raspberry or mini PC? I measured for a month and the answer annoyed me',
    text: md`
      Same services, same disk, wall meter.

      - Small board: **4.1 W** idle, slow on photos, SD card died in week two
      - Used mini PC: **7.9 W** idle, four times the speed, cost less than the board *with* all its adapters

      Difference over a year: about 33 kWh. Less than one frozen pizza a month.

      So the cheap old office PC wins, and now I have a board, five adapters and a feeling.`,
    talk: [
      ['The board wins if you need pins. Nobody needs pins.', ['I need pins. I have a greenhouse.', 'OP> Then you may keep your adapters.']],
      ['Idle is not the point, silence is. The board has no fan.', 'Neither has mine, if you turn it so the dust falls out.', 'That is not how fans work.'],
      'SD cards are a subscription, not a storage medium.',
    ],
  },
  {
    by: 'quiet_maggie', english: true,
    title: 'My whole homelab is one NAS and a notebook. Is that allowed?',
    text: md`
      I read these threads with great pleasure and own none of it.

      There is a box with two disks. It keeps photos, letters and the recipes my grandmother typed. Once a month I plug in a third disk, copy everything, write the date in a paper notebook and carry the disk to my desk at work.

      That is all. It has survived two flats and one flood (small, upstairs, a bathtub).`,
    talk: [
      ['That is not “only” anything. You have offsite rotation and a written log. Half of us do not.', 'The notebook is immutable, append-only storage.'],
      'It is the best-run system in this community and I am a little ashamed of mine.',
      ['Have you tried reading one of the old letters back from the third disk?', 'OP> Every month I open one at random. It is the nicest part.'],
    ],
  },
  {
    by: 'admin', english: true,
    title: 'House rules, and how to ask for help here',
    text: md`
      Short version: be kind, be specific, and **remove your keys before you paste a config**.

      A good question has four lines:

      1. what you wanted,
      2. what you did (commands, in a code block),
      3. what happened (the message, in full),
      4. what you have tried already.

      Polish is welcome too. If you are shy about your English, write in Polish and somebody will answer in the middle.`,
    talk: [
      ['5. whether you have restarted it. We will ask.', 'OP> Fair. Added in spirit.'],
      'Dobrze wiedzieć, że po polsku też można. Pytania i tak zadaję po angielsku, ale przeklinam po naszemu.',
    ],
  },
  {
    by: 'null_pointer', english: true,
    title: 'PostgreSQL on one small machine: settings that mattered, settings that did not',
    text: md`
      8 GB of RAM, one NVMe disk, a few million rows. I changed things one at a time and measured each.

      **Mattered:** \`shared_buffers = 2GB\`, \`random_page_cost = 1.1\`, a connection pool of *ten* (not a hundred), partial indexes.

      **Did not:** everything from the blog post with forty lines of config.

      **Mattered most:** turning off the application’s habit of asking for the same row nine times.

      ~~~sql
      select calls, mean_exec_time, query
      from pg_stat_statements
      order by calls * mean_exec_time desc
      limit 10;
      ~~~

      Run this before you touch any setting at all.`,
    talk: [
      ['Ten connections! People never believe that one.', 'OP> The disk has one head (well, no head). Ten is already generous.'],
      ['What about work_mem? It helped my reports a lot.', 'OP> For reports yes, I set it for that one role. Globally it only scared me.'],
    ],
  },
  {
    by: 'piotr_homelab', english: true, tone: 'ignored',
    title: 'UPS battery swap: write the date on the battery. That is the post',
    text: 'Mine lasted four years and nine months. I know this because a younger, wiser me wrote it on the side with a marker. The older me had forgotten everything else, including how to open the case.',
    talk: ['Date and *polarity*. Ask me how I know.'],
  },
  {
    by: 'tomas_k', english: true, picture: 'terminal',
    title: 'A status page for my family, in 60 lines of HTML',
    text: md`
      Family members kept asking “is the internet broken or only the photos?”. Now there is a page on the tablet in the kitchen:

      - big green dot: all good
      - big orange dot: Tomáš is fixing something, do not ask
      - big red dot: Tomáš does not know yet, **ask gently**

      My daughter drew a fourth state, purple, which means “dad is fixing things that were not broken”. It has been purple since Tuesday.`,
    talk: [
      ['Purple is the natural state of every homelab.', 'I want the purple dot in every monitoring product.'],
      'The distinction between orange and red is better than in most companies.',
    ],
  },
  {
    by: 'northern_jay', english: true, tone: 'split',
    title: 'Self-hosting e-mail in this decade: heroic or unwell?',
    text: md`
      Eleven years of my own mail server. This is what I got out of it: deep knowledge of three acronyms, one delisting request answered by a human, and the joy of never reading a privacy policy.

      What it cost: every Christmas, something.

      I am thinking about stopping. Talk me out of it, or into it.`,
    talk: [
      ['Stop. Keep the domain, pay somebody four euros. You will miss nothing.', ['You will miss the power.', 'OP> I would miss the power.', 'There is therapy for that, and it is cheaper than a static IP.']],
      ['If everyone stops, three companies will own all mail for good. Some of us have to stay.', 'Noble. My invoices still land in spam.'],
      'I run it for receiving only and send through somebody else. Ninety per cent of the fun, none of the Christmas.',
    ],
  },
  {
    by: 'anna_koduje', english: true, tone: 'liked',
    title: 'Checklist: before you expose anything at home to the internet',
    text: md`
      - [ ] Does it *have to* be reachable? A VPN is one evening.
      - [ ] Is the admin page on another address than the public one?
      - [ ] Default passwords gone? All of them, also the printer.
      - [ ] Updates automatic, or a day in the calendar with your name on it?
      - [ ] Do you see failed logins somewhere?
      - [ ] Backups: yes, again.
      - [ ] Does somebody else in the house know how to switch it off?

      The last one is my favourite. My husband has a sticker: “red plug, count to ten”.`,
    talk: [
      ['The printer! I found mine listening on nine ports. It only has one tray.', 'It was lonely.'],
      'I printed this and stuck it on the closet door. Thank you.',
      ['Add: certificate renewal that somebody notices when it fails.', 'OP> Yes. Ours expired on a Sunday, naturally.'],
    ],
  },
  {
    by: 'stary_wyga', english: true,
    title: 'Found on a tape from 1994: my first home server’s config',
    text: md`
      486, 16 MB, one disk of 540 MB, a modem that sang. It shared a printer and a folder called \`WAZNE\`.

      I mounted the image for fun. \`WAZNE\` holds one letter, three games and a file named \`backup_of_backup.zip\`, which contains… \`WAZNE\`.

      Thirty years and I have not changed at all.`,
    talk: [['Recursive backups: before it was cool.', 'And still more complete than mine.'], 'How did you read the tape? Asking for a box in my attic.'],
  },
  {
    by: 'demo', english: true,
    title: 'First homelab, budget 500 zł. What would you buy today?',
    text: md`
      I would like to run: photos for two people, a wiki, a small database to learn on. Wi-Fi only in the flat, no place for anything loud.

      So far I have an old laptop (8 GB, cracked screen) and curiosity. Is the laptop enough to start with, or is that false economy?`,
    talk: [
      ['The laptop is perfect. It even has a UPS built in.', 'OP> I had not thought of the battery like that. Sold!'],
      'Spend the 500 on a second disk and a good power strip, in this order.',
      ['Cable, not Wi-Fi, at least for the first week. Otherwise you will debug the radio and blame the wiki.', 'Lost a weekend exactly like that.'],
      'Start with photos. If the photos work, the family lets you keep everything else.',
    ],
  },
]
