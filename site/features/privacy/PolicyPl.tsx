import { paths } from '#shared/paths.ts'
import type { SiteInfo } from '#site/core/page.ts'

const ADVERTISING: Record<SiteInfo['ads'], (name: string) => string> = {
  house: (name) =>
    `Nie ma ich. Jedyną reklamą w serwisie ${name} są nasze własne, oznaczone promocje funkcji serwisu. Nie ` +
    'wczytują niczego od innych i nie śledzą Cię.',
  own: (name) =>
    `Żaden nie dostaje danych o Tobie. W serwisie ${name} pokazujemy oznaczone reklamy, które umieszczamy sami: ` +
    'według społeczności i dnia, a nie według tego, kto czyta. Nie wczytują niczego od innych, nie zapisują ' +
    'ciasteczek i nie śledzą Cię; liczymy tylko dzienne sumy wyświetleń i kliknięć.',
  off: (name) => `Nie ma ich: ${name} nie pokazuje reklam.`,
}

export function PolicyPl({ site }: { site: SiteInfo }) {
  const mail = <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
  return (
    <>
      <p>
        <strong>Ostatnia zmiana: 24 października 2025</strong>
      </p>
      <p>Ta polityka mówi, co {site.name} o Tobie wie, po co, jak długo i co możesz z tym zrobić.</p>

      <h2>Jakie dane zbieramy</h2>
      <ul>
        <li>
          <strong>Twoje konto:</strong> nazwa użytkownika, adres e-mail, skrót hasła (nigdy samo hasło) i to, co piszesz
          o sobie.
        </li>
        <li>
          <strong>To, co tworzysz:</strong> posty, komentarze, głosy, zapisane posty, społeczności, zgłoszenia oraz
          przesłane zdjęcia i filmy. Ze zdjęć i filmów usuwamy położenie i inne ukryte dane.
        </li>
        <li>
          <strong>Prywatne wiadomości:</strong> przechowujemy je, dopóki nie znikną po przeczytaniu, a nieprzeczytane
          przez rok.
        </li>
        <li>
          <strong>Wiadomości do moderatorów i administracji:</strong> przechowujemy je przez dwa lata od ostatniej.
          Prywatna wiadomość, którą zgłosi jej odbiorca, jest zapisywana razem z najwyżej pięcioma wcześniejszymi, bez
          obrazów i tylko dla administracji, i usuwana ze zgłoszeniem po 90 dniach.
        </li>
        <li>
          <strong>Zawiadomienia o nielegalnych treściach:</strong> to, co wpiszesz w formularzu, oraz imię i nazwisko i
          adres e-mail, ale tylko jeśli je podasz. Widzi je wyłącznie administracja, nigdy autor treści.
        </li>
        <li>
          <strong>Dane techniczne:</strong> adres sieciowy, używany krótko, żeby ograniczać nadużycia, oraz po jednym
          ciasteczku na sesję, język i, w części dla dorosłych, potwierdzenie wieku. Pamięć Twojej przeglądarki
          przechowuje sesję, ustawienia i to, czego jeszcze nie wysłano.
        </li>
      </ul>
      <p>Nie czytamy Twoich kontaktów, nie śledzimy Cię w innych serwisach i nie sprzedajemy danych.</p>

      <h2>Kto jeszcze dostaje dane</h2>
      <p>
        Nikt, z dwoma wyjątkami. Nasz dostawca poczty doręcza wiadomości, które do Ciebie wysyłamy. Gdy ktoś prosi bota
        AI o odpowiedź, post i komentarze wokół pytania trafiają do dostawcy AI, z którego korzystamy; prywatne
        wiadomości nigdy.
      </p>

      <h2>Partnerzy reklamowi</h2>
      <p>{ADVERTISING[site.ads](site.name)}</p>

      <h2>Twoje prawa według RODO</h2>
      <p>
        Jeśli mieszkasz w Europejskim Obszarze Gospodarczym, możesz zażądać kopii swoich danych, ich poprawienia,
        usunięcia albo przekazania w formacie do odczytu maszynowego, ograniczyć ich użycie lub się mu sprzeciwić, a
        także złożyć skargę do organu nadzorczego. Podstawą prawną jest umowa z Tobą (konto), nasz prawnie uzasadniony
        interes (bezpieczeństwo) i Twoja zgoda tam, gdzie o nią prosimy.
      </p>

      <h2>Twoje prawa według CCPA</h2>
      <p>
        Jeśli mieszkasz w Kalifornii, możesz dowiedzieć się, jakie dane osobowe mamy, i je usunąć, a pytanie o to nie
        może pogorszyć Twojej sytuacji. Nie sprzedajemy danych osobowych ani ich nie udostępniamy.
      </p>

      <h2>Dzieci</h2>
      <p>
        {site.name} nie jest dla osób poniżej {site.minimum_age} lat i świadomie nie zbieramy ich danych. Jeśli wiesz,
        że konto ma ktoś młodszy, napisz do nas, a je usuniemy. Część dla dorosłych jest dla osób, które ukończyły 18
        lat.
      </p>

      <h2>Jak długo przechowujemy dane</h2>
      <p>
        Tak długo, jak masz konto. Gdy je usuniesz, znikają Twoje dane osobowe, sesje i wiadomości; posty i komentarze
        zostają bez nazwy, chyba że zdecydujesz usunąć także je. Usunięte treści kasujemy na dobre po 30 dniach. Treść
        zawiadomienia o nielegalnej treści, z imieniem i adresem osoby, która je wysłała, usuwamy rok po decyzji; roczne
        zestawienia <a href={paths.transparency()}>moderacji</a> zawierają tylko liczby.
      </p>

      <h2>Kontakt</h2>
      <p>Pytania, żądania i skargi: {mail}.</p>
    </>
  )
}
