import { expect, test } from 'bun:test'
import { bytesOf, tableRows, totalRows } from './shares.ts'

const info = {
  database_size: '12 MB',
  tables: [
    { table_name: 'user', size: '120 kB', can_browse: true },
    { table_name: 'post', size: '2 MB', can_browse: true },
    { table_name: 'stream', size: '0 bytes', can_browse: true },
  ],
  row_counts: { user: 30, post: 10, stream: 0 },
}

test('ADMDB-1,2 every table has its share of the rows of all tables in percent', () => {
  expect(totalRows(info)).toBe(40)
  expect(tableRows(info).map(({ name, rows, percent }) => [name, rows, percent])).toEqual([
    ['user', 30, 75],
    ['post', 10, 25],
    ['stream', 0, 0],
  ])
})

test('tables of an empty database have a share of 0 percent each', () => {
  expect(tableRows({ ...info, row_counts: {} }).map(({ percent }) => percent)).toEqual([0, 0, 0])
})

test("a size such as '12 MB' is converted to bytes for sorting, any other text to 0", () => {
  expect(['8192 bytes', '120 kB', '2 MB', '1 GB', '', 'a lot'].map(bytesOf)).toEqual([
    8192, 122_880, 2_097_152, 1_073_741_824, 0, 0,
  ])
})
