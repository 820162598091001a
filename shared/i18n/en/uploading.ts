import type { uploading as pl } from '../pl/uploading.ts'

export const uploading: typeof pl = {
  chooseImage: 'Choose an image',
  chooseVideo: 'Choose a video',
  attachImage: 'Add a picture',
  attachVideo: 'Add a video',
  dropImage: 'or drop or paste it here. JPEG, PNG, WebP or GIF, at most 50 MB.',
  dropVideo: 'or drop it here. MP4 or WebM, at most 50 MB.',
  image: 'Image',
  video: 'Video',
  checking: 'Checking the file…',
  ready: 'The file is ready.',
  previewVideo: 'Preview of the uploaded video',
}
