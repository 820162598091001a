export const formerAccount = {
  title: 'Twoje konto z dawnego forum',
  lead: 'Forum przeniosło się tutaj razem z Twoim kontem. Możesz ustawić hasło i z niego korzystać albo je usunąć.',
  ask:
    'Forum przeniosło się tutaj razem z kontami. Wyślemy link na adres e-mail, który miało tam Twoje konto: ustawisz ' +
    'nim hasło albo usuniesz konto bez logowania. Jeśli pamiętasz dawne hasło, po prostu się nim zaloguj.',
  mailMe: 'Wyślij mi link',
  claim: 'Ustaw hasło',
  legend: 'Co zrobić z Twoimi postami i komentarzami?',
  keep: 'Zostaw je bez mojej nazwy',
  remove: 'Usuń je razem z kontem',
  button: 'Usuń konto na zawsze',
  deleted: 'Konto zostało usunięte.',
  failed:
    'Ten link jest nieważny albo to konto ma już właściciela. Jeśli jest Twoje, zaloguj się i usuń je w ustawieniach.',
}
