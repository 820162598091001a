import type { Remarks } from '../content.ts'

export const homelab: Remarks = {
  polish: [
    'Zmierz najpierw pobór przy gniazdku, potem decyduj.',
    'Mam to samo od roku i nie narzekam. Cisza i 8 watów.',
    'A kopię masz? Zawsze pytam.',
  ],
  english: [
    'It is DNS. I have not read the post yet, but it is DNS.',
    'Measure at the wall, not in the dashboard.',
    'Works fine here for two years, apart from the one evening we do not discuss.',
    'What does it draw when idle?',
    'Have you tried it with a cable instead of Wi-Fi?',
    'Keep it boring. Boring survives holidays.',
    'Same here, except mine also plays a sad beep.',
    'I would put that behind a VPN and sleep better.',
    'Snapshots are not backups, he said, restoring from a snapshot.',
    'My partner calls it “the warm cupboard”.',
    'Can you share the compose file? Without the secrets, please.',
    'I did the opposite and also regret it.',
    'Dust. Nobody ever says dust.',
    'The second disk is always the one that fails, because the first one was watched.',
    'Paper label, pencil, done.',
    'Nice and small. I envy people who know when to stop.',
    'Does it come back by itself after a power cut?',
    'Logs or it did not happen.',
    'That is a lot of effort to avoid one subscription, and I support it completely.',
    'I learned more from this thread than from the manual.',
    'Check the capacitor next to the fan connector.',
    'Three copies, two kinds of disk, one in another building. Then talk about the rest.',
  ],
}
