/** Is the text on the clipboard now? */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromPage(text);
  }
}

/** Without HTTPS, as on a local network, pages have no clipboard: what is marked can still be copied. */
function copiedFromPage(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const entry = document.createElement('textarea');
  entry.value = text;
  entry.className = 'unseen';
  document.body.append(entry);
  entry.select();
  const isCopied = document.execCommand('copy');
  entry.remove();
  focused?.focus();
  return isCopied;
}
