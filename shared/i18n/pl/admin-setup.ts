export const adminSetup = {
  title: 'Pierwsze kroki',
  lead: 'Tego nowe forum jeszcze potrzebuje. Krok odhacza się sam, gdy jest zrobiony.',
  done: 'zrobione',
  todo: 'do zrobienia',
  putAside: 'Odłóż',
  putAsideNamed: (title: string) => `Odłóż: ${title}`,
  bringBack: 'Przywróć',
  bringBackNamed: (title: string) => `Przywróć: ${title}`,
  aside: 'Odłożone kroki',
  items: {
    mail: {
      title: 'Poczta działa',
      text: 'Bez niej nikt nie potwierdzi adresu. Ustaw serwer, a potem wyślij list próbny.',
      link: 'Ustaw pocztę',
    },
    backups: {
      title: 'Kopie zapasowe trafiają gdzie indziej',
      text: 'Kopia na tym samym dysku ginie razem z nim. Wskaż inny dysk albo magazyn S3.',
      link: 'Ustaw kopie',
    },
    https: {
      title: 'Strona jest szyfrowana (HTTPS)',
      text: 'Ustaw serwer pośredniczący z certyfikatem i PUBLIC_URL, który zaczyna się od https.',
    },
    texts: {
      title: 'Regulamin i polityka prywatności',
      text: 'Napisz je w języku domyślnym forum.',
      link: 'Napisz teksty',
    },
    community: {
      title: 'Pierwsza społeczność',
      text: 'Posty potrzebują miejsca, w którym powstaną.',
      link: 'Utwórz społeczność',
    },
    invites: {
      title: 'Pierwsi ludzie',
      text: 'Zaproś kogoś. Krok jest zrobiony, gdy pojawi się pierwsze konto poza administratorami.',
      link: 'Ustaw rejestrację',
    },
  },
  testMail: { label: 'Adres listu próbnego', send: 'Wyślij list próbny', sent: 'Serwer poczty przyjął list' },
}
