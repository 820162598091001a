import { safeStorage } from 'electron'
import type { Cipher } from './credentials.ts'

/** The system's keyring. On Linux without one Electron would encrypt with a password that everybody knows: that is not safe. */
export const systemCipher: Cipher = {
  async isSafe() {
    if (!await safeStorage.isAsyncEncryptionAvailable()) return false
    return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  },
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes))
    return { text: result, is_stale: shouldReEncrypt }
  },
}
