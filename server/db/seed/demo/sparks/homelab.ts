import type { Sparks } from '../content.ts'

export const homelab: Sparks = {
  polish: [
    ['Cichy switch do salonu, 8 portów', '{Żona|Córka} słyszy diody. Poważnie, słyszy diody.'],
    ['Stary laptop jako serwer: co z baterią?', 'Zostawić podłączoną na stałe, wyjąć czy ograniczyć ładowanie do 60%?'],
  ],
  english: [
    ['Which file system for a box that loses power often?', 'The fuse is shared with the kettle. The kettle always wins.'],
    ['Label your cables before you move house', 'I did not, and it is now a puzzle with 41 pieces and no picture.'],
    ['Quiet fans for a 1U switch?', 'It lives under the bed, please do not judge.', 'rack'],
    ['How do you monitor the monitoring?', 'Mine was down for nine days and, of course, did not say so.'],
    ['Tiny victory: everything survived a four-hour power cut', 'Clean shutdown at 30%, clean start, nobody noticed. I told everybody.'],
    ['Solar panel on the balcony, server behind it', 'In June the photos were served by the sun.', 'chart-line'],
    ['DNS at home: what do you run?', 'I want names instead of numbers, and no surprises when the box is off.'],
    ['Docker volumes or bind mounts?', 'I have both and cannot remember why.'],
    ['My terminal greets me with the backup date now', 'Green if it is younger than two days. It has been green for a month.', 'terminal'],
    ['Old office switch for free: trap?', 'Forty-eight ports, two of which I need.'],
    ['What is your oldest disk still in use?', 'Mine was made in 2011 and has more hours than I have at work.'],
    ['IPv6 at home: worth the weekend?', 'My provider gives me a prefix and no explanation.'],
  ],
}
