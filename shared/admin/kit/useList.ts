import { useEffect, useEffectEvent } from 'react'
import { PAGE } from '#shared/limits.ts'
import { usePlace } from './place.ts'
import { useLoaded, type Loaded } from './useLoaded.ts'

type ListQuery = {
  /** `export` makes the server write an audit entry. */
  page: { skip: number; limit: number; export?: true }
  search: string
  filter: (name: string) => string
}

export type ListPage<Row> = { rows: Row[]; total: number }

export type LoadList<Row> = (query: ListQuery, signal?: AbortSignal) => Promise<ListPage<Row>>

export type List<Row> = Loaded<ListPage<Row>> & {
  rows: readonly Row[]
  total: number
  skip: number
  limit: number
  search: string
}

const NONE: readonly never[] = []

/** A list whose page, search and filters are in the URL; a page beyond the end becomes the last page. */
export function useList<Row>(filters: readonly string[], load: LoadList<Row>): List<Row> {
  const place = usePlace()
  const { skip } = place
  const limit = PAGE.admin
  const search = place.get('search')
  const key = JSON.stringify([skip, search, ...filters.map(place.get)])
  const loaded = useLoaded(key, (signal) => load({ page: { skip, limit }, search, filter: place.get }, signal))
  const { data, isLoading } = loaded

  const toLastPage = useEffectEvent((total: number) =>
    place.set({ skip: Math.floor((total - 1) / limit) * limit }, 'replace'),
  )
  useEffect(() => {
    if (!isLoading && data !== null && data.rows.length === 0 && data.total > 0) toLastPage(data.total)
  }, [data, isLoading])

  return { ...loaded, rows: data?.rows ?? NONE, total: data?.total ?? 0, skip, limit, search }
}
