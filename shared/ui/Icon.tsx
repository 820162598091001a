import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Shapes of an icon, as the package `lucide` exports them. */
type IconShapes = readonly (readonly [element: string, attributes: Readonly<Record<string, string | number>>])[]

const markups = new WeakMap<IconShapes, { __html: string }>()

function markupOf(shapes: IconShapes): { __html: string } {
  const known = markups.get(shapes)
  if (known) return known
  const elements = shapes.map(
    ([element, attributes]) =>
      `<${element}${Object.entries(attributes)
        .map(([name, value]) => ` ${name}="${value}"`)
        .join('')}></${element}>`,
  )
  const markup = { __html: elements.join('') }
  markups.set(shapes, markup)
  return markup
}

type IconProps = ComponentProps<'svg'> & { of: IconShapes; size?: number }

/** The shapes are inserted as one string of markup instead of React elements, because a page has hundreds of icons. */
export function Icon({ of, size = 24, className, ...rest }: IconProps) {
  const isDecorative = rest['aria-label'] === undefined
  // The icon grows with the reader's text size.
  const side = `${size / 16}rem`
  return (
    <svg
      className={classNames('icon', className)}
      width={side}
      height={side}
      viewBox="0 0 24 24"
      role={isDecorative ? undefined : 'img'}
      aria-hidden={isDecorative || undefined}
      {...rest}
      dangerouslySetInnerHTML={markupOf(of)}
    />
  )
}
