export const botMock = {
  answer: (number: number) =>
    `To próbna odpowiedź nr ${number}: żaden model językowy nie jest podłączony, więc bot nie ma tu nic do ` +
    'powiedzenia.',
  title: (number: number) => `Próbny post bota nr ${number}`,
  post: 'To próbny tekst: żaden model językowy nie jest podłączony. O czym chcecie tu porozmawiać?',
  testTopic: 'dobra rozmowa w internecie',
}
