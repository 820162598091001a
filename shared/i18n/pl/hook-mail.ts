export const hookMail = {
  subject: (site: string, host: string) => `${site}: webhook do ${host} jest wyłączony`,
  lead: (host: string) =>
    `Od 72 godzin nic nie udało się dostarczyć na adres ${host}, serwer pod tym adresem nie chce już wiadomości albo ` +
    'nie masz już uprawnień, z którymi ten webhook powstał. Dlatego go wyłączyliśmy.',
  button: 'Zobacz webhooki',
  again: 'Gdy adres znowu działa, możesz włączyć webhook z powrotem. Tego, co czekało, już nie wyślemy.',
}
