/** Copies a text to the clipboard; false if that is not possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Without HTTPS, as on a local network, the Clipboard API is missing, but a selection can still be copied. */
function copySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const textarea = document.createElement('textarea');
  textarea.value = text;
  textarea.className = 'visually-hidden';
  document.body.append(textarea);
  textarea.select();
  const isCopied = document.execCommand('copy');
  textarea.remove();
  focused?.focus();
  return isCopied;
}
