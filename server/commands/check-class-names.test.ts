import { describe, expect, test } from 'bun:test'
import { checkClassNames, classesOfSource, classesOfStyle, compareClasses } from './check-class-names.ts'
import { ROOT } from './console.ts'

const compare = (style: string, source: string) =>
  compareClasses(new Map([['a.css', classesOfStyle(style)]]), new Map([['A.tsx', classesOfSource(source)]]))

test('every class name of the product has a style, and every style is used by an element', async () => {
  expect(await checkClassNames(ROOT)).toEqual([])
})

describe('the check of class names', () => {
  test('the check of class names refuses a class without a style', () => {
    expect(compare('.post {}', '<p className="post post--lost" />')).toEqual([
      "A.tsx: no style has the class 'post--lost'",
    ])
  })

  test('the check of class names refuses a style without an element', () => {
    expect(compare('.post {} .post--lost:hover {}', '<p className="post" />')).toEqual([
      "a.css: nothing has the class 'post--lost'",
    ])
  })

  test.each([
    ["<p className={isOpen ? 'a b' : 'c'} />", ['a', 'b', 'c']],
    ["<p className={classNames('a', kind === 'b' && 'c')} />", ['a', 'c']],
    ['<Menu panelClass="a" />', ['a']],
    ["const shared = { className: 'a', label: 'b' }", ['a']],
    ["function f({ triggerClass = 'a', align = 'b' }) {}", ['a']],
    ["<a className={buttonClass('primary')} />", []],
    ['<p className={`toast toast--${kind}`} />', ['toast', 'toast--*']],
    ['const html = \'<div class="a" tabindex="0">\'', ['a']],
    ["token.attrs = [['class', `align-${align}`]]", ['align-*']],
  ])('the check of class names finds the classes in %s', (source, names) => {
    expect([...classesOfSource(source)]).toEqual(names)
  })

  test("an expression in a class name matches any part of a style's name", () => {
    expect(compare('.toast--error {} .toast--info {}', '<p className={`toast--${kind}`} />')).toEqual([])
    expect(compare('.toast {}', '<p className={`toast toast--${kind}`} />')).toEqual([
      "A.tsx: no style has the class 'toast--*'",
    ])
  })

  test('the check of class names ignores comments, URLs and numbers in styles', () => {
    expect([...classesOfStyle('/* .a */ .b { background: url("x.svg"); width: .5em; content: ".c" }')]).toEqual(['b'])
  })
})
