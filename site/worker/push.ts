import { scope } from './scope.ts'

/** Listens for push messages; a failure in here never keeps the worker from answering pages. */
export function listenForPush(): void {
  scope.addEventListener('push', (event) => {
    void event
  })
  scope.addEventListener('notificationclick', (event) => {
    void event
  })
}
