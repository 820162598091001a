import type { botMock as pl } from '../pl/bot-mock.ts'

export const botMock: typeof pl = {
  answer: (number) =>
    `This is mock answer no. ${number}: no language model is connected, so the bot has nothing to say here.`,
  title: (number) => `Mock post no. ${number} of the bot`,
  post: 'This is a mock text: no language model is connected. What would you like to talk about here?',
  testTopic: 'a good conversation on the internet',
}
