import type { Sparks } from '../content.ts'

export const rozmowy: Sparks = {
  polish: [
    ['Wstyd w gabinecie: jak się go pozbyć?', 'Odkładam badanie trzeci rok, bo nie umiem powiedzieć na głos, po co przychodzę.'],
    ['Sauna w Niemczech, pierwszy raz', 'Nikt nie ostrzegł, że ręcznik jest do siedzenia, nie do ukrywania się.'],
    ['O czym nie rozmawia się z rodzicami nawet po czterdziestce?', 'Była próba zapytania taty, jak przeżył rozwód. Zaczęliśmy rozmawiać o oponach.'],
    ['Czy przyjaźń damsko-męska przetrwa wspólny urlop?', 'Jeden pokój, dwa łóżka, trzecie osoby mają swoje zdanie.'],
    ['Menopauza: książka, podcast, cokolwiek z sensem?', 'Lekarz powiedział „taki wiek” i wypisał skierowanie na nic.'],
  ],
  english: [
    ['How do you talk about death at dinner?', 'My family just did, for the first time, and then we had cake.'],
  ],
}

export const zwiazki: Sparks = {
  polish: [
    ['Wspólne wakacje z teściami: dobry pomysł?', 'Domek na trzy sypialnie, jedna łazienka, siedem dni.'],
    ['Jak mówicie o fantazjach, żeby nie było głupio?', 'Jesteśmy razem długo, zaufanie jest, tylko słów brakuje.'],
    ['On chce ślubu, ja chcę spokoju', 'Nie „nie kocham”. Po prostu nie widzę różnicy, poza rachunkiem za salę.'],
    ['Zazdrość o przeszłość', 'Wiem, że nie ma sensu. Wiem. I co z tego, że wiem.'],
    ['Terapia par: jak namówić drugą stronę?', 'Słyszę „przecież jest dobrze”. Jest dobrze jak cisza przed burzą.'],
  ],
  english: [
    ['Long distance, eight months in: what keeps you close?', 'We watch the same film and press play at the same second. Then we argue about it until midnight.'],
  ],
}

export const humor: Sparks = {
  polish: [
    ['Najgorszy tekst na podryw, jaki słyszeliście?', '„Masz mapę? Bo się zgubiłem w twoich oczach.” Dostawca jedzenia. Mapę miał.'],
    ['Rozmowa z GPS-em w trakcie randki', '„Zawróć, jeśli to możliwe.” Nikt mnie nigdy tak dobrze nie rozumiał.'],
    ['Prezent na rocznicę: odkurzacz', '„Przecież było na liście”. Na liście było też parę innych rzeczy.'],
  ],
  english: [
    ['Overheard at the lingerie counter', '“Is it comfortable?” “Madam, it is not for that.”'],
  ],
}
