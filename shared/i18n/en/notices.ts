import type { NoticesTexts } from '../pl/notices.ts'

export const notices: NoticesTexts = {
  title: 'Report illegal content',
  lead:
    'This form is for content that is against the law. You do not need an account. One of our admins will read ' +
    'your notice, and the author will not learn who sent it.',
  onlyRules:
    'Does something merely break the rules of a community or spoil a conversation? Use “Report” beside the post ' +
    'or comment instead.',
  url: 'Address of the content',
  urlHint: 'Copy it from the address bar of your browser or from “Share”.',
  category: 'What it is about',
  choose: 'Choose',
  categories: {
    minors: 'Harm to children',
    sexual: 'Sexual content without the consent of whoever is shown',
    violence: 'Violence or threats',
    hate: 'Incitement to hatred',
    harassment: 'Harassment',
    personal_data: 'Personal data or images of a person',
    spam: 'Fraud',
    illegal: 'Another breach of law',
    other: 'Something else',
  },
  text: 'Why this content is illegal',
  textHint: 'Say what exactly, and which law or whose rights it breaks. 20 to 2,000 characters.',
  name: 'Your name',
  email: 'Email address',
  emailHint:
    'We will send a confirmation and our decision. Without an address we still decide on the notice, but cannot ' +
    'tell you how it ended.',
  optional: '(optional)',
  goodFaith: 'I declare in good faith that this information is accurate and complete.',
  send: 'Send the notice',
  working: 'Sending',
  failed: 'The notice could not be sent. Try again.',
  problems: {
    invalid:
      'We could not accept the notice. Check that the address is on this site, that the explanation has 20 to ' +
      '2,000 characters and that the statement is ticked.',
    limit: 'Many notices have been sent from this network. Try again in an hour.',
    read_only: 'Maintenance is under way and we cannot take notices just now. Try again in a few minutes.',
  },
  sent: 'Thank you, we have received your notice.',
  number: 'Number of the notice',
  another: 'Send another notice',
  nextTitle: 'What happens next',
  next: [
    'If you leave an email address, we send a confirmation with the number of the notice at once.',
    'One of our admins reads the notice and decides whether the content stays. The author of removed content is ' +
      'told why and can appeal.',
    'We send the decision to your address and say what you can do if you disagree.',
    'One year after the decision we delete what the notice said, together with your details.',
  ],
}
