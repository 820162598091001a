import type { Remarks } from '../content.ts'

export const rozmowy: Remarks = {
  polish: [
    'Dobrze, że jest miejsce, gdzie można o tym napisać bez śmiechów.',
    'Mam podobnie i też długo {myślałem|myślałam}, że tylko ja.',
    'Z tym naprawdę warto do specjalisty, żaden wstyd.',
    'Każdy ma swoje tempo. Byle szczerze.',
    'Moja babcia mówiła o takich rzeczach otwarciej niż moi rówieśnicy.',
    'Nie oceniam, ale sam{|a} {zrobiłbym|zrobiłabym} inaczej.',
    'To jeden z tych wątków, które czyta się do końca.',
    'Przytulam mocno, jeśli wolno.',
    'Rozmowa, rozmowa i jeszcze raz rozmowa. Potem spacer.',
    'Trudne. Dzięki, że chciało Ci się to opisać.',
  ],
  english: ['Thank you for writing this down.', 'I wish somebody had told me that at twenty-five.', 'Talk first, decide later.'],
}

export const zwiazki: Remarks = {
  polish: [
    'Po piętnastu latach powiem tyle: mówić od razu, a nie po tygodniu.',
    'To nie jest o tym, o czym się wydaje, że jest.',
    'Uciekaj. Albo porozmawiaj. Ale raczej porozmawiaj.',
    'U nas pomogło jedno zdanie: „nie jestem twoim przeciwnikiem”.',
    'Każda para ma swoją zmywarkę.',
    'Obie strony mają trochę racji i to jest najgorsze.',
    'Terapeutka powiedziała nam dokładnie to samo, tylko drożej.',
    'Nie na wszystko trzeba mieć wspólne zdanie. Na dzieci i na urlop tak.',
    'Prześpijcie się z tym. Dosłownie albo w przenośni.',
    'Czytam to razem z {żoną|mężem} i patrzymy na siebie podejrzliwie.',
  ],
  english: ['Be kind, also to yourself.', 'We had the same talk last winter. It got better.', 'Two duvets. Always two duvets.'],
}

export const humor: Remarks = {
  polish: [
    'Płaczę. W autobusie. Ludzie patrzą.',
    'Kawa na monitorze, dziękuję bardzo.',
    'Opowiedziane {żonie|mężowi}. Nie odzywa się od kwadransa, ale kąciki drżą.',
    'Suchar miesiąca, przechodzi do finału.',
    'Babcia opowiadała to w latach siedemdziesiątych i było śmieszniejsze.',
    'Za takie rzeczy powinny być punkty ujemne. Daję plusa.',
    'Znam wersję z hydraulikiem.',
    'Wysłane na grupę rodzinną. To był błąd.',
  ],
  english: ['I laughed, then I apologised to the room.', 'My grandmother would approve.', 'There should be a fine for this.'],
}
