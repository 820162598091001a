export const challenge = {
  error: 'Nie udało się sprawdzić. Zaznacz pole, aby spróbować jeszcze raz.',
  expired: 'Sprawdzenie straciło ważność. Zaznacz pole, aby je powtórzyć.',
  label: 'Nie jestem robotem',
  loading: 'Ładowanie…',
  verificationRequired: 'Najpierw sprawdzimy, czy nie jesteś robotem.',
  verified: 'Sprawdzone: nie jesteś robotem',
  verifying: 'Sprawdzamy, czy nie jesteś robotem…',
  waitAlert: 'Jeszcze sprawdzamy, poczekaj chwilę.',
}
