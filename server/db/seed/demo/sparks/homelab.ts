import type { Sparks } from '../content.ts'

export const homelab: Sparks = {
  polish: [
    ['Cichy switch do salonu, 8 portów', '{Żona|Córka} słyszy diody. Poważnie, słyszy diody.', [
      'Bez wentylatora i taśma izolacyjna na diody. Dosłownie na diody.',
      ['Może to piszczy zasilacz?', 'OP> Wymieniony. Cisza. Miała rację.'],
    ]],
    ['Stary laptop jako serwer: co z baterią?', 'Zostawić podłączoną na stałe, wyjąć czy ograniczyć ładowanie do 60%?', [
      'Ograniczyć do 60%, o ile da się w ustawieniach. Spuchnięta bateria to nie jest przygoda.',
    ]],
  ],
  english: [
    ['Which file system for a box that loses power often?', 'The fuse is shared with the kettle. The kettle always wins.', [
      'One with checksums, and a second kettle circuit.',
      ['A small UPS costs less than your data.', 'OP> The kettle is offended, but you are right.'],
    ]],
    ['Label your cables before you move house', 'I did not, and it is now a puzzle with 41 pieces and no picture.', [
      'I have the other 40 pieces, I think.',
      'Photograph the back before you touch anything. Twice.',
    ]],
    ['Quiet fans for a 1U switch?', 'It lives under the bed, please do not judge.', [
      'Swap for 40 mm slow ones and check the temperature for a week.',
      'Under the bed! I respect that. I do not recommend it.',
    ], 'rack'],
    ['How do you monitor the monitoring?', 'Mine was down for nine days and, of course, did not say so.', [
      'A cheap box elsewhere that expects a ping and complains when none comes.',
      ['A human who gets a boring mail every Monday.', 'The day the mail is missing is the alert.'],
    ]],
    ['Tiny victory: everything survived a four-hour power cut', 'Clean shutdown at 30%, clean start, nobody noticed. I told everybody.', [
      'Telling everybody is half of the victory.',
      'Clean start is the hard part. Well done.',
    ]],
    ['Solar panel on the balcony, server behind it', 'In June the photos were served by the sun.', [
      'And in November they are served by hope.',
      ['What size of battery?', 'OP> One kilowatt hour. Enough for an evening of photos.'],
    ], 'chart-line'],
    ['DNS at home: what do you run?', 'I want names instead of numbers, and no surprises when the box is off.', [
      'Two small ones, because the one will be off exactly when you need it.',
      'The router, with static leases. Boring and fine.',
    ]],
    ['Docker volumes or bind mounts?', 'I have both and cannot remember why.', [
      'Bind mounts: I want to see my files when everything burns.',
      'Volumes for databases, mounts for the rest.',
    ]],
    ['My terminal greets me with the backup date now', 'Green if it is younger than two days. It has been green for a month.', [
      'Steal-worthy. Stolen.',
    ], 'terminal'],
    ['Old office switch for free: trap?', 'Forty-eight ports, two of which I need.', [
      'Listen to it first. In the same room. With the door closed.',
      ['Forty-six ports of heating.', 'OP> In winter that is an argument.'],
    ]],
    ['What is your oldest disk still in use?', 'Mine was made in 2011 and has more hours than I have at work.', [
      '2009. It only holds music, and it knows that it is loved.',
      'Mine died while I was reading this question.',
    ]],
    ['IPv6 at home: worth the weekend?', 'My provider gives me a prefix and no explanation.', [
      'Yes, and then you will want another weekend for the firewall.',
      ['My provider changes the prefix every night.', 'Mine too. I have given them names.'],
    ]],
  ],
}
