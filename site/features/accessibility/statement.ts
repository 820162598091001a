/** `report` is the path of the form for messages to the admins; null if such messages are switched off. */
export type StatementProps = { name: string; report: string | null; mail: string }
