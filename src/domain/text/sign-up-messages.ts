/** Texts of the screen after a sign-up, in a file of their own because the login page comes without them. */
export const signUpMessages = {
  sentTo: 'We sent it to',
  openLink: 'Open the link in it to finish your account.',
  openEmail: 'Open email',
  toCode: 'Enter the code',
  resend: 'Resend',
  resendIn: (wait: string) => `Not there? Look in your spam folder. You can resend it in ${wait}.`,
  notThere: 'Not there? Look in your spam folder, or resend it.',
  sentAgain: 'Sent again.',
} as const
