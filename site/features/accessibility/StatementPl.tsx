import type { StatementProps } from './statement.ts'

export function StatementPl({ name, report, mail }: StatementProps) {
  return (
    <>
      <p>
        Chcemy, żeby z serwisu {name} mógł korzystać każdy: z czytnikiem ekranu, z samą klawiaturą, z powiększeniem, na
        wolnym łączu i bez JavaScriptu. Celem jest zgodność z WCAG 2.2 na poziomie AA.
      </p>

      <h2>Co działa</h2>
      <ul>
        <li>
          Do wszystkiego można dojść klawiaturą, a fokus jest zawsze widoczny. Skróty opisuje pomoc pod klawiszem „?”.
        </li>
        <li>Jednoliterowe skróty można wyłączyć w tej samej pomocy.</li>
        <li>
          Komentarz podaje czytnikowi ekranu autora, czas, komu odpowiada, poziom w wątku, liczbę odpowiedzi i Twój
          głos.
        </li>
        <li>
          W wątku klawisze j i k przechodzą do następnego i poprzedniego komentarza, nawiasy [ i ] do komentarzy na tym
          samym poziomie, u do nadrzędnego, n do następnego nowego. Te same przejścia są w menu każdego komentarza.
        </li>
        <li>Tekst można powiększyć do 200 procent, a przy szerokości 320 pikseli nic nie trzeba przewijać w bok.</li>
        <li>Strony słuchają ustawień systemu: ograniczonego ruchu, większego kontrastu i narzuconych kolorów.</li>
        <li>Błąd w formularzu jest opisany przy swoim polu, a to, co wpisano, zostaje.</li>
        <li>Czytać i szukać można bez JavaScriptu; bez niego działa też większość formularzy.</li>
        <li>
          Do filmu można dodać napisy i opis. Opis widać pod filmem, napisy w odtwarzaczu i jako tekst na osobnej
          stronie.
        </li>
        <li>Wersja lekka, z linkiem w stopce, nie wczytuje obrazów, czcionek ani skryptów.</li>
      </ul>

      <h2>Co jeszcze nie działa</h2>
      <ul>
        <li>
          Napisy i opis filmu dodaje autor, ale nie są wymagane. Film bez napisów jest oznaczony słowami „bez napisów”.
        </li>
        <li>Filmy nie mają audiodeskrypcji, a transmisje na żywo nie mają ani jej, ani napisów.</li>
        <li>Obrazy opisuje ten, kto je dodaje. Jeśli tego nie zrobi, czytnik usłyszy tylko tytuł posta.</li>
        <li>
          Filmów i ruchomych obrazów nie sprawdzamy pod kątem błysków. Na listach poruszają się dopiero, gdy je
          uruchomisz.
        </li>
        <li>Klucze dostępu, prowadzenie transmisji, zmiany na żywo i panel administracji wymagają JavaScriptu.</li>
        <li>
          Język posta lub komentarza (polski albo angielski) rozpoznajemy po słowach. Inne języki, bardzo krótkie
          teksty, wyniki wyszukiwania i wiadomości prywatne nie są oznaczone.
        </li>
      </ul>

      <h2>Trafiasz na barierę?</h2>
      <p>
        Napisz, na jakiej stronie, co chcesz zrobić i z jakiej technologii korzystasz.{' '}
        {report !== null && (
          <>
            <a href={report}>Zgłoś barierę administracji</a>: wiadomość trafi do jej skrzynki, a odpowiedź znajdziesz w
            swoich wiadomościach.{' '}
          </>
        )}
        Bez konta pisz na adres <a href={`mailto:${mail}`}>{mail}</a>.
      </p>
    </>
  )
}
