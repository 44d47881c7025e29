import { type MissingSetting, webmasterMessages } from '#domain/text/webmaster-messages.ts'
import { CopyText } from './copy-text.tsx'

/** Copies what an officer sends to the webmaster, who can set it. */
export function WebmasterMessage({ missing }: { missing: MissingSetting[] }) {
  return (
    <CopyText
      label={webmasterMessages.copyMessage}
      read={() => ({ text: webmasterMessages.message(missing), copied: webmasterMessages.messageCopied })}
      title={webmasterMessages.messageTitle}
      field="Message"
      notCopied={webmasterMessages.messageNotCopied}
    />
  )
}
