import type { Remarks } from '../content.ts'

export const ogrod: Remarks = {
  polish: [
    'U mnie na glinie to samo, dopiero kompost pomógł.',
    'Podlewać rano, zawsze rano.',
    'W tym roku wszystko trzy tygodnie później niż zwykle.',
    'Sąsiad robi odwrotnie i też mu rośnie, więc już sam{|a} nie wiem.',
    'Ładne! Jaka to odmiana?',
    'Ślimaki lubią to.',
    'Spróbuj przykryć agrowłókniną, u mnie uratowało połowę.',
    'Posadzone w złym miejscu potrafi rosnąć latami na złość.',
    'Pokrzywy w beczce, dwa tygodnie i nos na klamerkę. Działa.',
    'Moja mama mówiła, że rośliny lubią, jak się do nich mówi. Moje chyba nie lubią, co mówię.',
    'Nie ruszać do wiosny, samo odbije.',
    'Nawóz nawozem, a tam po prostu brakuje słońca.',
    'Ile cm między sadzonkami? Zawsze sadzę za gęsto.',
    'Chętnie wymienię się nasionami, mam nagietki i fasolę tyczną.',
    'Pszczoły będą zachwycone.',
    'Po przymrozku okaże się, kto tu jest twardy.',
  ],
  english: [
    'Mulch. The answer is mulch.',
    'Mine did exactly the same and came back in April.',
    'Looks healthier than anything I own.',
    'How often do you water it?',
    'The bees will thank you.',
  ],
}
