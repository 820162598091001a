import type { Remarks } from '../content.ts'

export const ogrod: Remarks = {
  polish: [
    'U mnie na glinie to samo, dopiero kompost pomógł.',
    'Podlewać rano, zawsze rano.',
    'W tym roku wszystko trzy tygodnie później niż zwykle.',
    'Sąsiad robi odwrotnie i też mu rośnie, więc już sam{|a} nie wiem.',
    'Ślimaki lubią to.',
    'Co nie wyrośnie, to się skompostuje.',
    'Moja mama mówiła, że rośliny lubią, jak się do nich mówi. Moje chyba nie lubią, co mówię.',
    'Cierpliwość to najtańszy nawóz.',
    'Chętnie wymienię się nasionami, mam nagietki i fasolę tyczną.',
    'Pszczoły będą zachwycone.',
    'Pokazane {żonie|mężowi} jako dowód, że nie tylko ja {zwariowałem|zwariowałam}.',
    'Zazdroszczę. U mnie rośnie tylko rachunek w ogrodniczym.',
    'Ogród uczy pokory, balkon uczy geometrii.',
    'Zawsze sadzę za gęsto i zawsze obiecuję poprawę.',
  ],
  english: [
    'Mulch. The answer is mulch.',
    'Looks healthier than anything I own.',
    'The bees will thank you.',
    'I only grow disappointment, but I read along.',
  ],
}
