/** `report` is null if messages to the admins are switched off. */
export type StatementProps = { name: string; report: string | null; mail: string }
