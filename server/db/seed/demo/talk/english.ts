import type { Phrases } from './phrases.ts'

/** What people say to each other in any thread, in English. */
export const english: Phrases = {
  agree: [
    'Exactly this.', 'Same here, word for word.', 'Could not have said it better.', 'Good point, I had not thought of that.',
    'Seconded.', 'Yes, and nobody tells you in advance.', 'You have changed my mind, which does not happen often on a Tuesday.',
    'I did the same and never regretted it.', 'That is the missing piece, thanks.', 'Thank you, saving this one.',
  ],
  doubt: [
    'I am not so sure. It was the other way round for me.', 'Nice in theory.', 'Depends. There are three cases and you describe one.',
    'First half yes, second half no.', 'One example is not a rule.', 'Somebody once told me the same, and they were wrong.',
    'Careful, people will take that literally.', 'Do you have a source? Genuinely asking.',
  ],
  asked: [
    ['Could you say more about that?', 'Tonight, when I am back at a keyboard.'],
    ['And then what happened?', 'It only got better from there.'],
    ['How long has this been going on?', 'About two years, on and off.'],
    ['How did your family take it?', 'They pretend not to notice.'],
    ['Has anybody tried the exact opposite?', 'Once. Once was enough.'],
    ['Was it worth it?', 'Yes, although at 3 a.m. I said something else.'],
    ['Does it ever end?', 'If it does, I will post about it.'],
    ['Is there a version for beginners?', 'Start with the smallest thing and do not stop.'],
  ],
  author: [
    'Thanks, I will try that at the weekend.', 'Good idea, I had missed it.', 'Tried it, no luck so far.', 'Glad it is not just me.',
    'I did not expect so many answers, thank you all.', 'Noted. I will report back.',
  ],
  thanks: [
    'Thank you, that is kind.', 'Glad it is not only me who finds it funny.', 'That made my evening.', 'Exactly what I meant.', 'I am blushing a little.',
    'Good to know that somebody reads to the end.',
  ],
  joke: [
    'I came for advice and left with a hobby.', 'Filed under “when I retire”.', 'My cat walked over the keyboard and voted yes.',
    'Waiting for the film adaptation.', 'There should be a soundtrack to this thread.', 'My uncle says this would not have happened in 1983.',
    'Upvoted for the title alone.', 'And it is only Monday.',
  ],
  heated: [
    'Did you read the second paragraph? It says the exact opposite.', 'Easy to say from the sofa.', 'No. That is precisely the problem.',
    'Can we disagree without the sarcasm?', 'That was an argument, not sarcasm.', 'An argument would have numbers in it.',
    'The numbers are three comments up.', 'You talk about the exception as if it were the rule.', 'And you about the rule as if there were no exceptions.',
    'Fine, my tone was off. My opinion stays.', 'Respect. I could have been kinder too.', 'Shall we call it a draw?',
  ],
  openers: [
    'Slightly off topic, but', 'Short version:', 'From experience:', 'Honestly?', 'Not sure it helps, but', 'Late to this thread.', 'My two pence:',
    'On reflection:', 'Well.',
  ],
  closers: [
    'Good luck!', 'Just my opinion.', 'Curious what others think.', 'Hope it helps somebody.', 'Cheers.', 'But I may be wrong.', 'No guarantees.', ':)',
    'Tested.', 'We shall see.',
  ],
  postOpenings: [
    'I searched the older threads and found nothing recent.', 'My friends are tired of hearing about this, so now it is your turn.',
    'A short one today.', 'This comes up every year.',
  ],
  questionEndings: [
    'Thanks in advance.', 'Strange methods welcome.', 'How do you do it?', 'Own experience preferred over brand names.', 'Even one sentence would help.',
  ],
  tellingEndings: ['That is all.', 'Does anybody else do this?', 'What do you think?'],
}
