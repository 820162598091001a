import type { Sparks } from '../content.ts'

export const ogrod: Sparks = {
  polish: [
    ['Mszyce na fasoli: szare mydło czy biedronki?', 'Rozmnażają się szybciej, niż mówię „mszyce”. Opryski chemiczne odpadają, dziecko zjada prosto z krzaka.', [
      'Mydło dzisiaj, biedronki przylecą same, jak przestaniesz pryskać wszystkim innym.',
      'Strumień z węża co rano. Serio, spadają i nie wracają.',
    ]],
    ['Storczyk po raz trzeci wypuścił pęd', 'Podlewam, kiedy sobie przypomnę, i stoi obok kaloryfera. Wszystko źle, a on szczęśliwy.', [
      'Storczyki żywią się zaniedbaniem.',
      'Mój przy kaloryferze też najszczęśliwszy. Nauka nie wie dlaczego.',
    ], 'plants'],
    ['Ile naprawdę kosztuje skrzynia podwyższona?', 'Deski, folia, ziemia… wyszło tyle, co za warzywa na trzy lata.', [
      'Palety, gwoździe i sobota. Zero złotych i jedno obite kolano.',
      ['Policz jeszcze ziemię, bo o niej wszyscy zapominają.', 'OP> Ziemia była najdroższa!'],
    ]],
    ['Pierwszy rok na działce, zaczynam od chwastów', 'Perz po pas, altana bez drzwi, a ja mam dużo entuzjazmu i jedną łopatę.', [
      'Tektura na perz i cierpliwość do wiosny. Łopata niech odpocznie.',
      'Drzwi do altany nie są najpilniejsze. Ławka jest.',
    ], 'field'],
    ['Borówka żółknie mimo kwaśnej ziemi', 'pH sprawdzone, woda z deszczówki, a liście jak cytryna. Żelazo?', [
      'Żelazo, i sprawdź, czy nie ma betonu w pobliżu. Wapno wychodzi bokiem.',
    ]],
    ['Czy mech na trawniku to problem?', 'Miękki, zielony, nie trzeba kosić. Zaczynam mu kibicować.', [
      ['Mech to rozwiązanie. Trawnik był problemem.', 'Drukuję na koszulce.'],
    ]],
    ['Róże przycinać jesienią czy wiosną?', 'Trzy książki i cztery odpowiedzi.', [
      'Kiedy kwitnie forsycja. Piąta odpowiedź, ale ostateczna.',
      'Jesienią tylko to, co połamane.',
    ]],
    ['Sadzonki do oddania: truskawki, około 40 sztuk', 'Odbiór wieczorami, w zamian przyjmę słoik czegokolwiek.', [
      'Biorę dziesięć! Słoik śliwek może być?',
      ['Są jeszcze?', 'OP> Dwanaście sztuk, odłożone do soboty.'],
    ]],
    ['Balkon w listopadzie nie musi być smutny', 'Wrzosy, bluszcz, dwie dynie i lampki za dwadzieścia złotych.', [
      'Dynia na balkonie to moja jedyna dekoracja i jedyna kolacja.',
      'Lampki robią połowę roboty.',
    ], 'plants'],
    ['Nawadnianie kropelkowe z wiadra', 'Wiadro na stołku, wężyk, kroplowniki. Dwa tygodnie urlopu i wszystko przeżyło.', [
      'Jaka wysokość stołka? U mnie kapało tylko pierwszej.',
      'Dwa tygodnie! Moja sąsiadka straciła właśnie posadę.',
    ]],
    ['Co posadzić pod starym orzechem?', 'Nic tam nie chce rosnąć, oprócz pokrzyw i mojej frustracji.', [
      'Nic, ławkę. Orzech nie lubi konkurencji.',
      'Bodziszek i barwinek u mnie dały radę.',
    ]],
    ['Pomidory z parapetu: zdjęcie z dzisiaj', 'Ostatnie trzy. Smakują jak lipiec.', [
      'Pomidory w tym miesiącu, szanuję.',
      'Zjeść powoli i nie częstować.',
    ], 'tomatoes'],
    ['Cebule tulipanów w listopadzie: nie za późno?', 'Leżą w garażu od września i patrzą na mnie z wyrzutem.', [
      'Póki łopata wchodzi w ziemię, nie za późno. Zakwitną tydzień później i tyle.',
    ]],
  ],
  english: [
    ['What grows on a windy balcony on the ninth floor?', 'The tomatoes left the building, literally.', [
      'Thyme, sedum, and anything that looks as if it came from a cliff.',
      ['Did the tomatoes land well?', 'OP> On a parked scooter. Nobody was hurt.'],
    ]],
    ['When do the “cold gardeners” come?', 'Everybody keeps telling me to wait for three saints and a Sophia.', [
      'Around the middle of May, and they always mean it.',
    ]],
  ],
}
