import { textColumns as commentColumns } from '#server/features/comments/rules.ts'
import { textColumns } from '#server/features/posts/rules.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { COSTLY_TEXTS } from '#server/markdown/testing/costly-texts.ts'
import { LIMITS } from '#shared/limits.ts'

const ordinary = COSTLY_TEXTS['an ordinary text']!

const manyElements = COSTLY_TEXTS['emphasis']!

export const longPost = (start = '') => `${start} ${ordinary(LIMITS.postText)}`.slice(0, LIMITS.postText)

export const longComment = (start = '') => `${start} ${manyElements(LIMITS.comment)}`.slice(0, LIMITS.comment)

export const plain = (length: number, at = 0) => `${at} ${COSTLY_TEXTS['plain words']!(length)}`.slice(0, length).trim()

export const postColumns = (content: string) => textColumns(content, renderMarkdown(content))

export const columnsOfComment = (content: string) => commentColumns(content, renderMarkdown(content))
