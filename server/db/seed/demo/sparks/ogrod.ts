import type { Sparks } from '../content.ts'

export const ogrod: Sparks = {
  polish: [
    ['Mszyce na fasoli: szare mydło czy biedronki?', 'Rozmnażają się szybciej, niż mówię „mszyce”. Opryski chemiczne odpadają, dziecko zjada prosto z krzaka.'],
    ['Storczyk po raz trzeci wypuścił pęd', 'Podlewam, kiedy sobie przypomnę, i stoi obok kaloryfera. Wszystko źle, a on szczęśliwy.', 'plants'],
    ['Ile naprawdę kosztuje skrzynia podwyższona?', 'Deski, folia, ziemia… wyszło tyle, co za warzywa na trzy lata.'],
    ['Pierwszy rok na działce, zaczynam od chwastów', 'Perz po pas, altana bez drzwi, a ja mam dużo entuzjazmu i jedną łopatę.', 'field'],
    ['Borówka żółknie mimo kwaśnej ziemi', 'pH sprawdzone, woda z deszczówki, a liście jak cytryna. Żelazo?'],
    ['Czy mech na trawniku to problem?', 'Miękki, zielony, nie trzeba kosić. Zaczynam mu kibicować.'],
    ['Róże przycinać jesienią czy wiosną?', 'Trzy książki i cztery odpowiedzi.'],
    ['Sadzonki do oddania: truskawki, około 40 sztuk', 'Odbiór wieczorami, w zamian przyjmę słoik czegokolwiek.'],
    ['Balkon w listopadzie nie musi być smutny', 'Wrzosy, bluszcz, dwie dynie i lampki za dwadzieścia złotych.', 'plants'],
    ['Nawadnianie kropelkowe z wiadra', 'Wiadro na stołku, wężyk, kroplowniki. Dwa tygodnie urlopu i wszystko przeżyło.'],
    ['Co posadzić pod starym orzechem?', 'Nic tam nie chce rosnąć, oprócz pokrzyw i mojej frustracji.'],
    ['Pomidory z parapetu: zdjęcie z dzisiaj', 'Ostatnie trzy. Smakują jak lipiec.', 'tomatoes'],
    ['Cebule tulipanów w listopadzie: nie za późno?', 'Leżą w garażu od września i patrzą na mnie z wyrzutem.'],
  ],
  english: [
    ['What grows on a windy balcony on the ninth floor?', 'The tomatoes left the building, literally.'],
    ['When do the “cold gardeners” come?', 'Everybody keeps telling me to wait for three saints and a Sophia.'],
  ],
}
