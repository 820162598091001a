/** The output of `explain (analyze, format json)`. */
export type Plan = {
  'Relation Name'?: string
  'Index Name'?: string
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

export function* nodesOf(node: Plan): Generator<Plan> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}
