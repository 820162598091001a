import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { optionalText } from './fields.ts'
import { LIMITS } from '../limits.ts'

export const markdown = {
  preview: endpoint({
    method: 'POST',
    path: '/api/markdown/preview',
    whileReadOnly: 'allowed',
    access: 'user',
    scope: 'read',
    rate: 'preview',
    repeat: 'writes_nothing',
    input: v.object({ content: optionalText(LIMITS.postText, 'text_long') }),
    output: v.object({ html: v.string() }),
    errors: ['invalid'],
    summary: 'The HTML that would be stored for a text',
  }),
}
