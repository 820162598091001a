import type { Sparks } from '../content.ts'

export const rozmowy: Sparks = {
  polish: [
    ['Wstyd w gabinecie: jak się go pozbyć?', 'Odkładam badanie trzeci rok, bo nie umiem powiedzieć na głos, po co przychodzę.', [
      'Napisać na kartce i podać. Lekarki widziały kartki.',
      'Umawiając się, powiedz, że temat jest intymny. Dostaniesz więcej czasu i mniej stażystów.',
    ]],
    ['Sauna w Niemczech, pierwszy raz', 'Nikt nie ostrzegł, że ręcznik jest do siedzenia, nie do ukrywania się.', [
      ['Po pięciu minutach orientujesz się, że nikt nie patrzy. Po dziesięciu, że to trochę szkoda.', 'OP> Dokładnie ta kolejność.'],
    ]],
    ['O czym nie rozmawia się z rodzicami nawet po czterdziestce?', 'Była próba zapytania taty, jak przeżył rozwód. Zaczęliśmy rozmawiać o oponach.', [
      'Opony to język miłości ojców.',
      'O tym, że też się boją. Raz {zapytałem|zapytałam}. Odpowiedzieli.',
    ]],
    ['Czy przyjaźń damsko-męska przetrwa wspólny urlop?', 'Jeden pokój, dwa łóżka, trzecie osoby mają swoje zdanie.', [
      'Przetrwa, jeśli nikt nie udaje, że pytania nie ma.',
      'Przyjaźń tak. Pytanie, czy związki w domu.',
    ]],
    ['Menopauza: książka, podcast, cokolwiek z sensem?', 'Lekarz powiedział „taki wiek” i wypisał skierowanie na nic.', [
      'Zmień lekarza. „Taki wiek” to nie diagnoza.',
      'W bibliotece cała półka, niewidoczna, bo za poradnikami o rozmarynie.',
    ]],
  ],
  english: [
    ['How do you talk about death at dinner?', 'My family just did, for the first time, and then we had cake.', [
      'Cake is the right answer to most of it.',
    ]],
  ],
}

export const zwiazki: Sparks = {
  polish: [
    ['Wspólne wakacje z teściami: dobry pomysł?', 'Domek na trzy sypialnie, jedna łazienka, siedem dni.', [
      'Jedna łazienka? Odważnie. Ustalcie grafik i dzień osobno.',
      ['Byliśmy. Wróciliśmy w tym samym składzie, co uważam za sukces.', 'Gratulacje, poważnie.'],
    ]],
    ['Jak mówicie o fantazjach, żeby nie było głupio?', 'Jesteśmy razem długo, zaufanie jest, tylko słów brakuje.', [
      'W samochodzie, po ciemku, patrząc na drogę. Nie żartuję.',
      'Na piśmie. Jedno zdanie na kartce, bez obowiązku odpowiedzi od razu.',
    ]],
    ['On chce ślubu, ja chcę spokoju', 'Nie „nie kocham”. Po prostu nie widzę różnicy, poza rachunkiem za salę.', [
      'Urząd, dwóch świadków, obiad. Da się mieć jedno i drugie.',
      'Zapytaj, co ślub dla niego znaczy. U mnie chodziło o szpital i pytanie „kim pan jest dla pacjentki”.',
    ]],
    ['Zazdrość o przeszłość', 'Wiem, że nie ma sensu. Wiem. I co z tego, że wiem.', [
      'Przeszłość nauczyła go tego, za co go lubisz.',
      'Mija. Nie od myślenia, tylko od czasu.',
    ]],
    ['Terapia par: jak namówić drugą stronę?', 'Słyszę „przecież jest dobrze”. Jest dobrze jak cisza przed burzą.', [
      '„Ja potrzebuję, chodź mi potowarzyszyć.” Zadziałało.',
      'Przegląd auta robimy, zanim stanie. Taki argument trafił.',
    ]],
  ],
  english: [
    ['Long distance, eight months in: what keeps you close?', 'We watch the same film and press play at the same second. Then we argue about it until midnight.', [
      ['Letters. Paper ones, with coffee stains.', 'And the smell of the envelope.'],
    ]],
  ],
}

export const humor: Sparks = {
  polish: [
    ['Najgorszy tekst na podryw, jaki słyszeliście?', '„Masz mapę? Bo się zgubiłem w twoich oczach.” Dostawca jedzenia. Mapę miał.', [
      '„Bolało, jak spadłaś z nieba?” Na rehabilitacji. Bolało.',
      '„Jesteś jak mój router: ciągnie mnie do ciebie, a nie wiem, gdzie stoisz.”',
    ]],
    ['Rozmowa z GPS-em w trakcie randki', '„Zawróć, jeśli to możliwe.” Nikt mnie nigdy tak dobrze nie rozumiał.', [
      '„Jesteś u celu” też potrafi zabrzmieć dwuznacznie.',
    ]],
    ['Prezent na rocznicę: odkurzacz', '„Przecież było na liście”. Na liście było też parę innych rzeczy.', [
      'Mąż znajomej dostał w odwecie kosiarkę. Mieszkają w bloku.',
      'Ciągnie się za wami ta historia?',
    ]],
  ],
  english: [
    ['Overheard at the lingerie counter', '“Is it comfortable?” “Madam, it is not for that.”', [
      'Honest sales staff deserve a raise.',
    ]],
  ],
}
