#!/usr/bin/python3
import sys, re, html, os
out = open(os.environ['SPEECH_FILE'], 'a', buffering=1)
def say(line):
    sys.stdout.write(line + '\n'); sys.stdout.flush()
def read_data():
    lines=[]
    for line in sys.stdin:
        line=line.rstrip('\n').rstrip('\r')
        if line == '.': break
        lines.append(line[1:] if line.startswith('..') else line)
    return '\n'.join(lines)
for line in sys.stdin:
    cmd=line.strip()
    if cmd == 'INIT':
        say('299-file: ready'); say('299 OK LOADED SUCCESSFULLY')
    elif cmd in ('SPEAK','KEY','CHAR','SOUND_ICON'):
        say('202 OK RECEIVING MESSAGE')
        data=read_data()
        text=html.unescape(re.sub(r'<[^>]+>','',data)).strip()
        if text: out.write(text.replace('\n',' ')+'\n')
        say('200 OK SPEAKING')
        say('701 BEGIN'); say('702 END')
    elif cmd=='STOP' or cmd=='PAUSE':
        pass
    elif cmd=='LIST VOICES':
        say('200-pl\tpl\tnone'); say('200-en\ten\tnone'); say('200 OK VOICE LIST SENT')
    elif cmd=='SET':
        say('203 OK RECEIVING SETTINGS'); read_data(); say('203 OK SETTINGS RECEIVED')
    elif cmd=='AUDIO':
        say('207 OK RECEIVING AUDIO SETTINGS'); read_data(); say('203 OK AUDIO INITIALIZED')
    elif cmd=='LOGLEVEL':
        say('207 OK RECEIVING LOGLEVEL SETTINGS'); read_data(); say('203 OK LOG LEVEL SET')
    elif cmd.startswith('DEBUG'):
        say('200 OK DEBUGGING')
    elif cmd=='QUIT':
        say('210 OK QUIT'); break
    else:
        say('300 ERR UNKNOWN COMMAND')
