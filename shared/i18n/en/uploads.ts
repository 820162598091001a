import type { uploads as pl } from '../pl/uploads.ts'

export const uploads: typeof pl = {
  imageTooLarge: 'Image file too large. Max 50MB',
  videoTooLarge: 'Video file too large. Max 50MB',
  messageImageTooLarge: 'The photo is too large (max 10MB)',
  attach: 'Add file',
  notImageFile: 'Choose an image file',
  notVideoFile: 'Choose a video file',
  sending: 'Uploading the file',
  cancel: 'Cancel the upload',
  remove: 'Remove the file',
  wait: 'Wait until the file is uploaded, or cancel the upload.',
  failed: 'Failed to upload the file',
  signIn: 'You must log in to add a file',
  preview: 'Preview of the uploaded image',
  place: (n, of) => `${n} of ${of}`,
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  play: 'Play the GIF',
  pause: 'Stop the GIF',
}
