import type { authScreens as pl } from '../pl/auth-screens.ts'

export const authScreens: typeof pl = {
  username: 'Username',
  email: 'E-mail',
  password: 'Password',
  confirmation: 'Confirm password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  backToLogin: 'Back to login',
  toHome: 'Go to the home page',

  login: {
    title: 'Welcome back',
    lead: 'Login to your account',
    usernameHint: 'Your e-mail will do as well.',
    remember: 'Remember me (30 days)',
    forgot: 'Forgot password?',
    submit: 'Log in',
    busy: 'Logging in…',
    newHere: 'New to the community?',
    signUp: 'Sign up',
    failed: 'Login failed',
    passkey: 'Use a passkey',
    passkeyStopped:
      'Logging in with a passkey was stopped, or this device has none of yours. You can log in with your password.',
    passkeyFailed: 'This passkey cannot be used here. Log in with your password.',
  },

  register: {
    title: 'Create an account',
    lead: 'Post, comment and vote.',
    emailHint: 'We will send a link to it, valid for 24 hours.',
    age: (n) => `I am at least ${n} years old`,
    ageMissing: (n) => `An account is for people who are at least ${n} years old.`,
    submit: 'Sign up',
    busy: 'Signing up…',
    haveAccount: 'Already have an account?',
    logIn: 'Log in',
    availability: {
      idle: '3–30 characters: letters a-z, digits and underscores.',
      checking: 'Checking whether this username is free…',
      available: 'This username is free.',
      taken: 'This username is taken. Choose another one.',
    },
    weak: 'Insufficient password strength: ',
    failed: 'Registration failed',
  },

  strength: {
    label: 'Password strength',
    words: { 0: 'Enter a password', 25: 'Weak', 50: 'Fair', 75: 'Good', 100: 'Strong' },
    rules: {
      length: 'at least 8 characters',
      upper: 'an uppercase letter',
      lower: 'a lowercase letter',
      digit: 'a digit',
    },
    met: 'met',
    missing: 'missing',
  },
  match: 'Passwords match',
  mismatch: "Passwords don't match",

  sent: {
    title: 'Check your e-mail',
    registered: 'Your account is made. Open the link that we have just sent and you will be logged in at once.',
    fromLogin:
      'Before you log in, confirm your address. We sent the link when you signed up; you can ask for a new one below.',
    unknown: 'Enter the e-mail that you signed up with and we will send a new link to confirm your account.',
    validity: 'The link is valid for 24 hours.',
    tipsTitle: 'Nothing there?',
    tips: [
      'Look into your spam and promotions folders.',
      'Make sure that the address has no typo.',
      'Wait a few minutes, then send the link again.',
    ],
    resend: 'Send again',
    busy: 'Sending…',
    failed: 'Failed to resend email',
  },

  verify: {
    title: 'E-mail verification',
    loading: 'Checking your link…',
    successTitle: 'Address confirmed',
    success: (username) => `The account ${username} is ready. You can log in now.`,
    alreadyTitle: 'The address is confirmed already',
    already: (username) => `The account ${username} is confirmed already. You can log in.`,
    errorTitle: 'The address could not be confirmed',
    missingToken: 'The verification token is missing',
    failed: 'Failed to verify the email',
    newLink: 'Send a new link',
    nameTakenTitle: 'This name is taken by now',
    nameTaken:
      'Before this link was opened somebody else created an account with this username. Register again with ' +
      'another name.',
    registerAgain: 'Register again',
  },

  verifyLogin: {
    loading: 'Confirming your address and logging you in…',
    success: (username) => `Welcome, ${username}! You will be taken to the home page in a moment.`,
    incomplete: 'This link is incomplete. Open it straight from the message.',
    used: 'This link has been used already. Log in with your password.',
    redirecting: 'You will be taken to the home page in a moment.',
  },

  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter the e-mail of your account and we will send a link to set a new password.',
    submit: 'Send the link',
    busy: 'Sending…',
    done: "If an account exists with that email, you'll receive password reset instructions shortly.",
    failed: 'Failed to send reset email',
  },

  reset: {
    title: 'Set a new password',
    lead: 'Afterwards you will have to log in again on all your devices.',
    newPassword: 'New password',
    submit: 'Change password',
    busy: 'Saving…',
    invalidTitle: 'Invalid Reset Link',
    invalidText: 'The link is incomplete or no longer valid.',
    requestNew: 'Request a new link',
    fixAll: 'Please fix all validation errors',
    missingToken: 'Invalid or missing reset token',
    failed: 'Failed to reset password. The token may be expired or invalid.',
  },
}
