/** How many connections to the mail server a process has at a time. Apart from `smtp.ts`, which loads the library. */
export const smtpConnectionsMax = 3
